"""What the store promises, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.tables.entry import TABLE, Entry
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.store.engine import connect, database_name
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Conflict, Store
from tests.tables.stored import ids, keep_guest, move, row, summary, write


@pytest.fixture
def other(database_url: str) -> Iterator[Store]:
    """A second server process's store on the same database."""
    opened = Store(database_url)
    yield opened
    opened.close()


def test_a_table_comes_back_as_it_was_stored(store: Store, other: Store) -> None:
    made = row(public=True, parent="first", relation="branch", prelude=[[0, "offer 1"], [1, "show wine"]])
    store.add(made, summary())
    written = [move(1), Entry(2, 5, "plan", 0, {"text": "show “wine”"})]
    written += [Entry(3, 6, "hand", 0, {"holder": "ben"}), Entry(4, 6, "close", TABLE, {})]
    led_to = summary("closed", ("ann", "ben"), wake_at=1_800_000_000_000, to_act=[])
    store.append([write("table", *written[:2]), write("table", *written[2:], led_to=led_to)])
    stored = other.table("table")
    assert stored == (made, led_to, written)
    assert other.since({"table": 1})["table"] == written[1:]
    assert other.since({"table": 4})["table"] == []


def test_what_is_new_at_several_tables_is_read_at_once(store: Store) -> None:
    for id_ in ("one", "two", "three"):
        store.add(row(id_), summary())
        store.append([write(id_, move(1), move(2), move(3))])
    found = store.since({"three": 1, "one": 2, "two": 3, "nowhere": 0})
    assert found == {"three": [move(2), move(3)], "one": [move(3)], "two": [], "nowhere": []}


def test_an_unknown_table_is_not_found(store: Store) -> None:
    for look in (store.table, lambda id_: store.say(id_, 1, 0, "Ann", "Hello", "all")):
        with pytest.raises(NotFound, match=r"^There is no such table here: .*\.$"):
            look("nowhere")


def test_of_two_writers_of_one_entry_the_second_fails(store: Store, other: Store) -> None:
    store.add(row(), summary())
    store.append([write("table", move(1))])
    with pytest.raises(Conflict) as conflict:
        other.append([write("table", move(1, "offer 3"), led_to=summary("over"))])
    assert conflict.value.tables == {"table"}
    assert store.table("table") == other.table("table") == (row(), summary(), [move(1)])


def test_entries_are_stored_all_or_none(store: Store) -> None:
    for id_ in ("here", "there", "yonder"):
        store.add(row(id_), summary())
    store.append([write("there", move(1)), write("yonder", move(1), move(2))])
    with pytest.raises(Conflict) as conflict:
        store.append([write("yonder", move(2)), write("here", move(1)), write("there", move(1))])
    assert conflict.value.tables == {"there", "yonder"}
    assert store.since({"here": 0})["here"] == []
    store.append([write("here", move(1)), write("there", move(2))])
    assert store.since({"here": 0, "there": 0}) == {"here": [move(1)], "there": [move(1), move(2)]}


def test_no_entry_is_left_out_or_follows_nothing(store: Store) -> None:
    store.add(row(), summary())
    for batch in ([write("table", move(2))], [write("table", move(1)), write("nowhere", move(1))]):
        with pytest.raises(Conflict):
            store.append(batch)
    assert store.table("table").entries == []


def test_writers_that_race_each_store_what_they_are_told_they_stored(store: Store, other: Store) -> None:
    tables = ["one", "two", "three"]
    for id_ in tables:
        store.add(row(id_), summary())

    def race(writer: int) -> Counter[str]:
        mine: Counter[str] = Counter()
        own = store if writer % 2 else other
        for turn in range(200):
            # Each in another order, which must not make them wait for each other for ever.
            batch = [tables[(turn + writer) % 3], tables[(turn + writer + 1 + writer % 2) % 3]]
            lengths = {id_: len(own.since({id_: 0})[id_]) for id_ in batch}
            with suppress(Conflict):
                own.append([write(id_, move(n + 1, f"by {writer}")) for id_, n in lengths.items()])
                mine.update(batch)
            if mine.total() == 20:
                break
        return mine

    with ThreadPoolExecutor(4) as pool:
        stored = list(pool.map(race, range(4)))
    assert [mine.total() for mine in stored] == [20] * 4
    for id_ in tables:
        found = Counter(entry.data["action"] for entry in store.table(id_).entries)
        assert found == {f"by {writer}": mine[id_] for writer, mine in enumerate(stored)}


def test_somebody_finds_the_tables_that_they_made_and_those_where_they_sit(store: Store) -> None:
    store.add(row("mine"), summary(holders=()))
    store.add(row("another's", owner="ben"), summary(holders=("ben", "ann's phone")))
    store.add(row("nobody's", owner="ben"), summary(holders=()))
    assert ids(store.of_owner("ann", 50)) == ["mine"]
    assert ids(store.of_owner("ann's phone", 50)) == ["another's"]
    hand = Entry(1, 1, "hand", 0, {"holder": "ann"})
    store.append([write("another's", hand, led_to=summary(holders=("ben", "ann")))])
    assert ids(store.of_owner("ann", 50)) == ["another's", "mine"]
    assert ids(store.of_owner("ann's phone", 50)) == []
    store.append([write("another's", Entry(2, 2, "leave", 0, {}), led_to=summary(holders=()))])
    assert ids(store.of_owner("ann", 50)) == ["mine"]
    assert ids(store.of_owner("ben", 50)) == ["nobody's", "another's"]


def test_finished_matches_never_push_an_unfinished_one_off_the_list(store: Store) -> None:
    for id_ in "abcd":
        store.add(row(id_), summary())
    for id_, state in (("b", "over"), ("c", "closed")):
        store.append([write(id_, move(1), led_to=summary(state))])
    assert ids(store.of_owner("ann", 50)) == ["d", "a", "c", "b"]
    assert ids(store.of_owner("ann", 1)) == ["d", "a", "c"]
    assert ids(store.of_owner("ann", 0)) == ["d", "a"]


def test_the_lobby_has_public_tables_by_state_and_page(store: Store) -> None:
    for id_ in "abcdef":
        store.add(row(id_, public=id_ != "c"), summary("over" if id_ == "b" else "waiting"))
    assert ids(store.public("waiting", 3)) == ["f", "e", "d"]
    assert ids(store.public("over", 3)) == ["b"]
    assert store.public("waiting", 1)[0] == (row("f", public=True), summary("waiting"))


def test_a_table_is_woken_when_it_is_due_and_again_when_nobody_did(store: Store, other: Store) -> None:
    for id_, wake_at in (("now", 1000), ("later", 2000), ("never", None)):
        store.add(row(id_), summary(wake_at=wake_at))
    assert store.claim_due(999, 100, 9) == []
    assert store.claim_due(1000, 100, 9) == ["now"]
    assert other.claim_due(1099, 100, 9) == []
    assert other.claim_due(1100, 100, 9) == ["now"]
    store.append([write("now", move(1), led_to=summary(wake_at=5000))])
    assert store.claim_due(1900, 100, 9) == []
    assert sorted(store.claim_due(5000, 100, 9)) == ["later", "now"]


def test_each_table_that_is_due_is_given_to_one_process(store: Store, other: Store) -> None:
    for number in range(40):
        store.add(row(f"table {number}"), summary(wake_at=number))
    start = threading.Barrier(4)

    def take(own: Store) -> list[str]:
        start.wait()
        return [id_ for _turn in range(10) for id_ in own.claim_due(100, 10_000, 3)]

    with ThreadPoolExecutor(4) as pool:
        taken = [id_ for some in pool.map(take, [store, other, store, other]) for id_ in some]
    assert sorted(taken) == sorted(f"table {number}" for number in range(40))


def test_talk_is_numbered_by_table_and_comes_back_in_order(store: Store, other: Store) -> None:
    for id_ in ("here", "there"):
        store.add(row(id_), summary())
    store.say("there", 1, TABLE, "", "Ben sat down.", "all")
    start = threading.Barrier(4)

    def talk(number: int) -> None:
        start.wait()
        for turn in range(5):
            (store if number % 2 else other).say(
                "here", turn, number, "Ann", f"“{number}.{turn}” & <b>", "seats"
            )

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(talk, range(4)))
    said = other.messages("here")
    assert [message.number for message in said] == list(range(1, 21))
    assert {message.text for message in said} == {f"“{n}.{t}” & <b>" for n in range(4) for t in range(5)}
    assert {message.audience for message in said} == {"seats"}
    assert {message.ordinal for message in said} == {0}
    assert store.say("here", 6, 0, "Ann", "Aloud", "all").ordinal == 1
    assert [message.ordinal for message in other.messages("here", most=2)] == [0, 1]
    assert [message.number for message in store.messages("here", after=17)] == [18, 19, 20, 21]
    assert [message.number for message in store.messages("here", most=2)] == [20, 21]
    assert store.messages("there") == [(1, 1, TABLE, "", "Ben sat down.", "all", 1)]
    # Talk is no entry: no page is out of date by it.
    store.append([write("here", move(1))])


def test_a_guest_is_known_again_as_last_kept(store: Store, other: Store) -> None:
    assert store.guest("ann") is None
    ann = Guest("ann", "Ann", None, False, [], 1, 1)
    keep_guest(store, ann)
    changed = Guest("ann", "Anne", "ann@example.org", True, [{"endpoint": "https://push.example"}], 1, 2)
    assert other.change_guest("ann", lambda known: changed if known == ann else None) == changed
    assert store.guest("ann") == changed


def test_a_guest_whom_nothing_changes_stays_as_known_or_unknown(store: Store) -> None:
    ann = Guest("ann", "Ann", None, False, [], 1, 1)
    keep_guest(store, ann)
    for owner, known in (("ann", ann), ("ben", None)):
        assert store.change_guest(owner, lambda _known: None) == known
        assert store.guest(owner) == known


def test_a_store_that_answers_says_so(store: Store) -> None:
    store.ping()


def test_every_commit_is_flushed_to_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "quarterdeck.sqlite3")
    with store.database.writes.connect() as db:
        assert db.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert db.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
    store.close()


def test_a_full_disk_is_an_error_and_nothing_is_stored(tmp_path: Path) -> None:
    store = Store(tmp_path / "quarterdeck.sqlite3")
    store.add(row(), summary())
    pages = "PRAGMA max_page_count = {}"
    with store.database.engine.connect() as db:
        full = db.exec_driver_sql("PRAGMA page_count").scalar_one()

    def limit(connection: Any, _record: Any, _proxy: Any) -> None:
        connection.execute(pages.format(full))

    event.listen(store.database.engine, "checkout", limit)
    with pytest.raises(SQLAlchemyError, match="full"):
        store.append([write("table", move(1, "x" * 100_000))])
    full += 100
    assert store.table("table") == (row(), summary(), [])
    store.append([write("table", move(1))])
    store.close()


def heard_soon(heard: list[str], wanted: Callable[[list[str]], bool]) -> bool:
    """Whether what is wanted is heard within a minute."""
    waiting = threading.Event()
    for _attempt in range(1200):
        if wanted(heard):
            return True
        waiting.wait(0.05)
    return wanted(heard)


def test_processes_hear_of_each_others_commits(postgres_url: str) -> None:
    store, other = Store(postgres_url), Store(postgres_url)
    heard: list[str] = []
    other.listen(heard.append)
    store.add(row(), summary())
    store.append([write("table", move(1), move(2))])
    with pytest.raises(Conflict):
        store.append([write("table", move(1))])
    store.say("table", 1, 0, "Ann", "Hello", "all")
    # What was written before it listened, it may have missed.
    assert heard_soon(heard, lambda said: len(said) == 4)
    assert heard == ["all", "entry table 0", "entry table 2", "chat table"]
    for one in (store, other):
        one.close()


def test_a_listener_that_was_cut_off_says_that_it_may_have_missed_something(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(postgres_url)
    store.add(row(), summary())
    heard: list[str] = []
    store.listen(heard.append)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() {}"
    with store.database.engine.connect() as db:
        db.execute(text(cut.format("AND pid <> pg_backend_pid()")))
    numbers = count(1)
    assert heard_soon(heard, lambda said: said.count("all") == 2)
    store.append([write("table", move(next(numbers)))])
    assert heard_soon(heard, lambda said: said[-1] == "entry table 1")
    assert "trying again" in caplog.text
    store.close()


def test_a_connection_that_the_network_drops_in_silence_is_noticed_soon(postgres_url: str) -> None:
    """A listener waits for what comes: only the system's probes tell it that nothing will."""
    store = Store(postgres_url)
    with store.database.engine.connect() as db:
        driver: Any = db.connection.driver_connection
        given = driver.info.get_parameters()
    idle, interval, probes = (int(given[f"keepalives_{name}"]) for name in ("idle", "interval", "count"))
    assert idle + interval * probes <= 30
    store.close()


def test_after_the_database_was_away_the_next_move_is_stored(postgres_url: str) -> None:
    store, other = Store(postgres_url), Store(postgres_url)
    store.add(row(), summary())
    with other.database.engine.connect() as db:
        db.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    store.append([write("table", move(1))])
    assert store.since({"table": 0})["table"] == [move(1)]
    for one in (store, other):
        one.close()


def test_the_lobby_has_what_was_touched_lately_and_that_first(store: Store) -> None:
    moment = 1_700_000_000_000
    for id_ in ("old", "middle", "new", "private"):
        store.add(row(id_, public=id_ != "private"), summary())
    assert ids(store.lobby("running", moment, 9)) == ["new", "middle", "old"]
    assert ids(store.lobby("running", moment + 1, 9)) == []
    store.append([write("old", move(5)._replace(number=1))])
    store.append([write("private", move(5)._replace(number=1))])
    assert ids(store.lobby("running", moment + 1, 9)) == ["old"]
    store.touch("middle", "ann", moment + 9)
    store.touch("old", "ann", moment + 1)
    assert ids(store.lobby("running", moment, 9)) == ["middle", "old", "new"]
    assert ids(store.lobby("running", moment, 1)) == ["middle"]
    assert ids(store.lobby("waiting", 0, 9)) == []


def test_the_lobby_is_read_from_its_index(store: Store) -> None:
    """Old tables cost nothing: the index has what is asked for, in the order in which it is asked for."""
    with store.database.engine.begin() as db:
        if store.shared:
            db.execute(text("SET LOCAL enable_seqscan = off"))
            db.execute(text("SET LOCAL enable_sort = off"))
        plan = "EXPLAIN" if store.shared else "EXPLAIN QUERY PLAN"
        found = db.execute(
            text(
                f"{plan} SELECT * FROM tables WHERE public = 1 AND state = 'running' AND touched >= 5"
                " ORDER BY touched DESC, ordinal DESC LIMIT 50"
            )
        )
        told = " ".join(str(line) for line in found)
    assert "tables_touched" in told
    assert "TEMP B-TREE" not in told
    assert "Sort" not in told


def test_what_only_a_seat_may_know_moves_no_table_in_the_lobby(store: Store) -> None:
    moment = 1_700_000_000_000
    for id_ in ("first", "second"):
        store.add(row(id_, public=True), summary())
    plan = Entry(1, moment + 5, "plan", 1, {"text": "offer 2"})
    store.append([write("first", plan)])
    assert ids(store.lobby("running", moment, 9)) == ["second", "first"]
    assert ids(store.lobby("running", moment + 1, 9)) == []
    # The move that it makes is known to all, whatever is stored with it.
    made = Entry(2, moment + 6, "move", 1, {"action": "offer 2", "by": "plan"})
    store.append([write("first", made, plan._replace(number=3, at=moment + 7))])
    assert ids(store.lobby("running", moment + 1, 9)) == ["first"]
    assert ids(store.lobby("running", moment + 7, 9)) == []


@pytest.mark.parametrize(
    "url",
    ["postgresql://ann:hunter2@db/q", "postgresql://db/q?user=ann&password=hunter2&sslpassword=hunter2"],
)
def test_the_name_of_a_database_has_no_password(url: str) -> None:
    name = database_name(connect(url))
    assert "ann" in name
    assert "db/q" in name
    assert "hunter2" not in name
