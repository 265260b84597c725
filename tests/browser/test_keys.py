"""One person in several browsers, with Chromium's own virtual authenticator; and friends asked to a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.conftest import open_page
from tests.browser.test_company import SAME, token

pytestmark = pytest.mark.browser

IN_ANOTHER = re.compile("You are signed in: this browser knows you now")


class Device:
    """A browser with an authenticator that says yes to everything."""

    def __init__(self, page: Page, transport: str = "internal") -> None:
        self.page = page
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": transport,
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        self._id = self._cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def keys(self) -> list[dict[str, Any]]:
        """The passkeys in it."""
        found: list[dict[str, Any]] = self._cdp.send(
            "WebAuthn.getCredentials", {"authenticatorId": self._id}
        )["credentials"]
        return found

    def get(self, keys: list[dict[str, Any]]) -> None:
        """Have these passkeys, too, as devices of one person carry them over."""
        for key in keys:
            self._cdp.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": key})

    def call(self, name: str) -> None:
        """Give a name on one's page."""
        self.page.goto("/me")
        self.page.locator("#name").fill(name)
        self.page.get_by_role("button", name="Save").click()
        expect(self.page.locator("#name")).to_have_value(name)

    def sign_in(self) -> None:
        self.page.goto("/me")
        self.page.get_by_role("button", name="Sign in with a passkey").click()


@pytest.fixture
def new_device(chromium: Browser, address: str, complaints: list[str]) -> Iterator[Callable[..., Device]]:
    pages: list[Page] = []

    def make(**more: Any) -> Device:
        pages.append(open_page(chromium, address, complaints, **more))
        return Device(pages[-1])

    yield make
    for page in pages:
        page.context.close()
    assert complaints == []


def table_of(page: Page, **more: str) -> str:
    """A new table with open seats, and its address."""
    form: dict[str, str | float | bool] = {
        "csrf": token(page),
        "game": "meuterer",
        "players": "3",
        "name0": "Ann",
        "kind1": "open",
        **more,
    }
    made = page.request.post("/tables", form=form, headers=SAME, max_redirects=0)
    assert made.status == 303
    return made.headers["location"]


def sit(page: Page, address: str, name: str) -> None:
    form: dict[str, str | float | bool] = {"csrf": token(page), "seat": "1", "name": name}
    assert page.request.post(f"{address}/sit", form=form, headers=SAME, max_redirects=0).status == 303


def make_passkey(device: Device, name: str = "") -> None:
    device.page.goto("/me")
    device.page.get_by_label("Name, if you like").fill(name)
    device.page.get_by_role("button", name="Make a passkey").click()
    expect(device.page.get_by_role("button", name=re.compile("Remove the passkey"))).to_have_count(1)


def test_a_passkey_makes_one_person_of_two_browsers_and_brings_games_along(
    new_device: Callable[..., Device],
) -> None:
    phone, laptop = new_device(phone=True), new_device()
    phone.call("Ann")
    make_passkey(phone, "My telephone")
    (key,) = phone.keys()
    assert key["rpId"] == "localhost"
    assert key["isResidentCredential"]
    # In a browser without anything of its own nobody is asked.
    laptop.get([key])
    laptop.sign_in()
    expect(laptop.page.get_by_role("status").first).to_have_text(IN_ANOTHER)
    expect(laptop.page.locator("#name")).to_have_value("Ann")
    # In one with a game, somebody is.
    tablet = new_device()
    table = table_of(tablet.page, name0="Anne")
    tablet.get(laptop.keys())
    tablet.sign_in()
    heading = tablet.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Bring your games along?")
    tablet.page.keyboard.press("Tab")
    tablet.page.get_by_role("button", name="Bring everything along").press("Enter")
    expect(tablet.page.get_by_role("status").first).to_have_text(IN_ANOTHER)
    phone.page.goto("/")
    expect(phone.page.locator(f"a.call[href='{table}']")).to_be_visible()
    phone.page.goto(table)
    expect(phone.page.get_by_role("button", name="Leave seat 1")).to_be_visible()


def test_a_browser_that_only_signs_in_has_its_own_again_later(new_device: Callable[..., Device]) -> None:
    phone, laptop = new_device(), new_device()
    phone.call("Ann")
    make_passkey(phone)
    table = table_of(laptop.page)
    laptop.get(phone.keys())
    laptop.sign_in()
    laptop.page.get_by_role("button", name="Leave it as it is").click()
    expect(laptop.page.locator("#name")).to_have_value("Ann")
    laptop.page.goto("/")
    expect(laptop.page.locator(f"a[href='{table}']")).to_have_count(0)
    laptop.page.goto("/me")
    laptop.page.get_by_role("button", name="Sign out here").click()
    laptop.page.goto("/")
    expect(laptop.page.locator(f"a[href='{table}']").first).to_be_visible()


def test_what_goes_wrong_is_said_on_the_page_and_can_be_tried_again(
    new_device: Callable[..., Device], complaints: list[str]
) -> None:
    phone, laptop = new_device(), new_device()
    make_passkey(phone)
    # The same device again.
    phone.page.get_by_role("button", name="Make a passkey").click()
    expect(phone.page.get_by_role("alert")).to_have_text(
        "This device has a passkey of yours for this site already."
    )
    # A passkey that was removed here.
    phone.page.get_by_role("button", name=re.compile("Remove the passkey")).click()
    laptop.get(phone.keys())
    laptop.sign_in()
    expect(laptop.page.get_by_role("alert")).to_contain_text("is not known here, or was removed")
    expect(laptop.page.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()
    # The browser notes that the server refused.
    assert complaints
    assert all("403" in said for said in complaints)
    complaints.clear()


def test_a_server_that_never_answers_is_told_in_the_end(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.add_init_script(
        "const timeout = AbortSignal.timeout; AbortSignal.timeout = () => timeout.call(AbortSignal, 300)"
    )
    page.route("**/me/passkey/ask", lambda _route: None)
    page.goto("/me")
    sign_in = page.get_by_role("button", name="Sign in with a passkey")
    sign_in.click()
    expect(page.locator("[data-passkey-state]")).to_have_text(
        "That did not work just now: try again in a moment."
    )
    expect(sign_in).to_be_enabled()


def test_at_an_address_that_is_a_number_it_is_said_at_once(
    chromium: Browser, address: str, complaints: list[str]
) -> None:
    page = open_page(chromium, address.replace("localhost", "127.0.0.1"), complaints)
    page.goto("/me")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("Passkeys need a name")
    page.context.close()
    assert complaints
    assert all("409" in said for said in complaints)


def test_without_https_the_page_says_so_and_shows_no_button(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto("/me")
    expect(page.get_by_role("alert")).to_contain_text("Passkeys need a page by https")
    expect(page.get_by_role("button", name="Make a passkey")).to_have_count(0)
    expect(page.get_by_role("button", name="Sign in with the code")).to_be_visible()


def test_a_recovery_code_needs_no_script(new_page: Callable[..., Page], complaints: list[str]) -> None:
    ann, other = new_page(script=False), new_page(script=False)
    ann.goto("/me")
    ann.locator("#name").fill("Ann")
    ann.get_by_role("button", name="Save").click()
    ann.get_by_role("button", name="Make a recovery code").click()
    code = ann.locator(".code").inner_text()
    other.goto("/me")
    other.get_by_label("Your recovery code").fill(code[:-1] + ("0" if code[-1] != "0" else "1"))
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.get_by_role("alert")).to_contain_text("of this code is wrong")
    assert complaints
    assert all("400" in said for said in complaints)
    complaints.clear()
    other.get_by_label("Your recovery code").fill(code.lower())
    other.keyboard.press("Enter")
    expect(other.get_by_role("status").first).to_have_text(IN_ANOTHER)
    expect(other.locator("#name")).to_have_value("Ann")


@pytest.mark.parametrize("script", [True, False])
def test_a_friend_is_asked_to_a_table_and_comes(new_page: Callable[..., Page], script: bool) -> None:
    ann, ben = new_page(script=script), new_page(script=script)
    played = table_of(ann)
    sit(ben, played, "Ben")
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.goto("/friends")
        page.get_by_label("Those I have played with").check()
        page.get_by_label("Under this name").fill(name)
        page.get_by_role("button", name="Save").click()
    expect(ben.get_by_role("button", name="Hide Ann")).to_be_visible()
    table = table_of(ann)
    if script:
        # An open first page shows an invitation by itself.
        ben.goto("/")
    ann.goto(table)
    ann.get_by_role("button", name="Ask Ben to this table").click()
    expect(ann.get_by_text("asked", exact=True)).to_be_visible()
    if not script:
        ben.goto("/")
    ben.get_by_role("link", name="Ann asks you to a table").click()
    ben.get_by_role("button", name="Take seat 2").click()
    ben.goto("/")
    expect(ben.get_by_text("asks you to a table")).to_have_count(0)
    # And another time, no thanks.
    table = table_of(ann)
    ann.goto(table)
    ann.get_by_role("button", name="Ask Ben to this table").click()
    ben.goto("/")
    ben.get_by_role("button", name="No thanks, Ann").click()
    expect(ben.get_by_text("asks you to a table")).to_have_count(0)
