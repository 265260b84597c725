"""Notices in a chat: what is posted, by whom a webhook is kept, and what a guest reads who mistypes one."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings, SettingsError
from quarterdeck.tables.entry import now
from quarterdeck.tables.live import notifier
from quarterdeck.tables.live.notifier import Carrier, Notification, Notifier, Undelivered
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.notices import WAIT
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web import app
from quarterdeck.web.accounts.guests import new_guest
from quarterdeck.web.notices import outbound
from quarterdeck.web.notices.webhooks import WebhookCarrier, read_mention, read_webhook
from tests.tables.tables import NEVER, send_once
from tests.web.desk import JSON, Desk, another, desk, error_of, words
from tests.web.sinks import PostedService, posted_service

SLACK = "https://hooks.slack.example/services/T0/B0/secret"
DISCORD = "https://discord.com/api/webhooks/1/secret"
SETTINGS = Settings(webhooks=True, address="https://table.example.org/q")
NOTICE = Notification("turn", "kz7wq3nmx4", "Meuterer", "A<n>n", ("Ben @everyone",), "code")


@pytest.fixture
def chat() -> Iterator[PostedService]:
    with posted_service() as running:
        yield running


@pytest.fixture
def ann(tmp_path: Path, chat: PostedService, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    chat.status = 200
    # Else the server's own notifier might carry what a test's is to carry.
    monkeypatch.setattr(notifier, "ROUND", NEVER)
    with desk(tmp_path, settings=Settings(webhooks=True, address="http://localhost")) as browser:
        yield browser


def guest(browser: Desk) -> Guest | None:
    found = browser.on_loop(browser.room.guest, browser.owner)
    assert found is None or isinstance(found, Guest)
    return found


def posted(chat: PostedService, webhook: str, mention: str = "") -> dict[str, object]:
    """What a notice looks like when it gets to the chat."""
    carrier = WebhookCarrier(SETTINGS)
    try:
        asyncio.run(carrier.carry(NOTICE, json.dumps([webhook, mention])))
    finally:
        carrier.close()
    body = json.loads(chat.got[-1][2])
    assert isinstance(body, dict)
    return body


def test_a_chat_reads_whose_turn_it_is_and_where(chat: PostedService) -> None:
    assert posted(chat, SLACK, "<@U012>") == {
        "text": "<@U012> Your turn at Meuterer\n"
        "A n n, it is your turn. At the table with you: Ben everyone.\n"
        "https://table.example.org/q/table/kz7wq3nmx4"
    }
    assert chat.got[0][0] == "/services/T0/B0/secret"
    assert chat.got[0][1]["content-type"] == "application/json"


@pytest.mark.parametrize("host", ["discord.com", "ptb.discord.com", "discordapp.com"])
def test_discord_gets_its_own_field_and_mentions_nobody_but_people(chat: PostedService, host: str) -> None:
    body = posted(chat, f"https://{host}/api/webhooks/1/secret")
    assert str(body["content"]).startswith("Your turn at Meuterer\n")
    assert body["allowed_mentions"] == {"parse": ["users"]}
    assert "text" not in body


def test_a_host_that_only_ends_like_discord_is_another_chat(chat: PostedService) -> None:
    assert "text" in posted(chat, "https://notdiscord.com/api/webhooks/1/secret")


def test_a_webhook_that_takes_a_first_message_is_kept(ann: Desk, chat: PostedService) -> None:
    form = {"webhook": f" {DISCORD} ", "mention": "123456789012345678"}
    assert ann.post("/me/webhook", form).status_code == 303
    ((path, _headers, body),) = chat.got
    assert path == "/api/webhooks/1/secret"
    assert json.loads(body)["content"] == (
        "<@123456789012345678> From now on Quarterdeck writes here when it is your turn at a table.\n"
        "http://localhost/me"
    )
    known = guest(ann)
    assert known is not None
    assert (known.webhook, known.mention) == (DISCORD, "<@123456789012345678>")
    assert known.since is not None
    page = ann.get("/me").text
    assert "Notices are on." in words(page)
    assert "Webhook of a chat discord.com" in words(page)
    assert "Notices are posted by your webhook at discord.com" in words(page)
    assert "secret" not in page.replace("Keep it secret", "")


@pytest.mark.parametrize(
    ("status", "answer", "sentence"),
    [(404, 400, "copy it again"), (403, 400, "copy it again"), (500, 503, "try again later")],
)
def test_a_webhook_that_takes_no_message_is_not_kept(
    ann: Desk, chat: PostedService, status: int, answer: int, sentence: str
) -> None:
    chat.status = status
    got = ann.post("/me/webhook", {"webhook": SLACK}, **JSON)
    assert got.status_code == answer
    assert sentence in error_of(got)
    known = guest(ann)
    assert known is not None
    assert (known.webhook, known.since) == (None, None)


@pytest.mark.parametrize(
    ("webhook", "mention", "sentence"),
    [
        ("", "", "copy its address"),
        ("http://hooks.slack.example/x", "", "copy its address"),
        ("https://hooks.slack.example:8443/x", "", "neither a user nor a port"),
        (SLACK, "two words", "one word"),
        (SLACK, "x" * 41, "one word"),
        (SLACK, "a\nb", "one word"),
    ],
)
def test_what_is_no_webhook_and_no_mention_is_refused(
    ann: Desk, chat: PostedService, webhook: str, mention: str, sentence: str
) -> None:
    got = ann.post("/me/webhook", {"webhook": webhook, "mention": mention}, **JSON)
    assert got.status_code == 400
    assert sentence in error_of(got)
    assert not chat.got


def test_mentions_are_words_and_numbers_of_discord() -> None:
    assert [read_mention(text) for text in (" @ann ", "", "<@U01>", "123456789012345678", "12")] == [
        "@ann",
        "",
        "<@U01>",
        "<@123456789012345678>",
        "12",
    ]
    with pytest.raises(QuarterdeckError):
        read_webhook("https://10.0.0.1:8000/")


def test_nobody_gets_more_than_five_first_messages_posted_a_day(ann: Desk, chat: PostedService) -> None:
    hooks = [f"https://chat{number}.example/x" for number in range(6)]
    answers = [ann.post("/me/webhook", {"webhook": hook}).status_code for hook in hooks]
    assert answers == [303] * 5 + [429]
    assert len(chat.got) == 5


def test_no_chat_is_flooded_however_its_address_is_spelled(ann: Desk, chat: PostedService) -> None:
    spellings = ["", "?x=1", "#x", "?y=2#z"]
    hooks = [SLACK + more for more in spellings]
    hooks += [
        SLACK.replace("hooks.", "HOOKS."),
        SLACK.replace("/T0", "/%540"),
        SLACK.replace(".example", ".example."),
    ]
    answers = [another(ann).post("/me/webhook", {"webhook": hook}).status_code for hook in hooks]
    assert answers == [303] * 5 + [429] * 2
    assert len(chat.got) == 5


def test_an_address_of_a_private_network_is_told_apart(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_host: str, _patience: float) -> None:
        raise outbound.NotPublic

    monkeypatch.setattr(outbound, "connect", refuse)
    got = ann.post("/me/webhook", {"webhook": "https://chat.local/x"}, **JSON)
    assert got.status_code == 400
    assert "private network" in error_of(got)


@pytest.mark.parametrize("done", ["/me/forget", "/me/webhook/remove"])
def test_what_is_deleted_during_a_first_message_stays_deleted(
    ann: Desk, chat: PostedService, monkeypatch: pytest.MonkeyPatch, done: str
) -> None:
    ann.post("/me/webhook", {"webhook": DISCORD})
    connect = outbound.connect

    def late(host: str, patience: float) -> http.client.HTTPConnection:
        ann.post(done, {})
        return connect(host, patience)

    monkeypatch.setattr(outbound, "connect", late)
    got = ann.post("/me/webhook", {"webhook": SLACK}, **JSON)
    assert got.status_code == 409
    assert "changed meanwhile" in error_of(got)
    known = guest(ann)
    assert (known and known.webhook) is None


def test_a_webhook_is_deleted_at_once(ann: Desk) -> None:
    ann.post("/me/webhook", {"webhook": SLACK, "mention": "@ann"})
    assert ann.post("/me/webhook/remove", {}).status_code == 303
    known = guest(ann)
    assert known is not None
    assert (known.webhook, known.mention) == (None, "")
    assert "slack.example" not in ann.get("/me").text


def test_a_turn_is_posted_and_a_webhook_that_is_gone_is_forgotten_until_a_new_one_is_entered(
    ann: Desk, chat: PostedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.post("/me/webhook", {"webhook": SLACK, "mention": "@ann"})
    match = ann.table()
    chat.status = 404
    looking = ann.on_loop(Notifier, ann.room, [WebhookCarrier(SETTINGS)])
    for rounds in (2, 4):
        ahead = rounds * 2 * WAIT
        monkeypatch.setattr(notifier, "now", lambda ahead=ahead: now() + ahead)
        ann.on_loop(send_once, looking)
    ann.on_loop(looking.close)
    assert match.id in json.loads(chat.got[1][2])["text"]
    assert len(chat.got) == 2
    known = guest(ann)
    assert known is not None
    assert (known.webhook, known.mention) == ("", "@ann")
    assert "Your chat no longer accepts your webhook" in words(ann.get("/me").text)
    chat.status = 200
    ann.post("/me/webhook", {"webhook": DISCORD})
    assert "no longer accepts" not in words(ann.get("/me").text)


@pytest.mark.parametrize("allowed", [True, False])
def test_the_server_sends_notices_by_webhook_where_its_host_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    names: list[str] = []

    def made(room: Room, carriers: Sequence[Carrier]) -> Notifier:
        names.extend(carrier.name for carrier in carriers)
        return Notifier(room, carriers)

    monkeypatch.setattr(app, "Notifier", made)
    with desk(tmp_path, settings=Settings(webhooks=allowed, address="http://localhost")):
        assert names == ["webhook"] * allowed


def test_only_the_webhook_itself_is_taken_away() -> None:
    carrier = WebhookCarrier(SETTINGS)
    known = Guest("ann", "", None, False, [], 0, 0, webhook=SLACK, mention="@ann")
    (address,) = carrier.addresses(known)
    assert carrier.without(known, address) == replace(known, webhook="")
    newer = replace(known, webhook=DISCORD)
    assert carrier.without(newer, address) == newer
    assert (
        carrier.addresses(replace(known, webhook="")) == carrier.addresses(replace(known, webhook=None)) == []
    )
    carrier.close()


def test_a_server_without_webhooks_says_so(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        assert "This server posts nothing to chats" in words(browser.get("/me").text)
        keep = replace(new_guest(browser.owner), webhook=SLACK)
        browser.on_loop(browser.room.change_guest, browser.owner, lambda _known: keep)
        assert "Delete my webhook" in words(browser.get("/me").text)
        got = browser.post("/me/webhook", {"webhook": SLACK})
        assert got.status_code == 404


def test_webhooks_need_the_address_that_messages_link_to() -> None:
    with pytest.raises(SettingsError, match="address"):
        Settings(webhooks=True)


def test_a_failure_is_told_without_the_address(chat: PostedService) -> None:
    chat.status = 500
    with pytest.raises(Undelivered) as failed:
        posted(chat, SLACK)
    assert "slack" not in str(failed.value)
