"""A server's database with a match in every state, and the browser that has seats in most of them."""

from __future__ import annotations

import random
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from itsdangerous import URLSafeTimedSerializer
from playwright.sync_api import BrowserContext, Route

from quarterdeck.bots.levels import SKILLS
from quarterdeck.play import Record, told_apart
from quarterdeck.tables import daily
from quarterdeck.tables.entry import now
from quarterdeck.tables.ladder import BOT, Placing
from quarterdeck.tables.live.daily import TERMS
from quarterdeck.tables.live.regatta import fresh_id
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.regatta import RoundResult, pairings
from quarterdeck.tables.seats import HUMAN, VACANT, owner_hash
from quarterdeck.tables.store import friends, keys, ratings, regattas, results
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.rows import DAILY, Guest
from quarterdeck.tables.store.store import Store
from quarterdeck.web.accounts.browser import Browser, Keyring, Ticket
from quarterdeck.web.notices.push import make_keys
from quarterdeck.web.notices.tickets import Tickets
from quarterdeck.web.pages.regatta import read_regatta
from quarterdeck.web.table.booking import booking_of
from scripts.pictures.scenes import NAMES, Moves, fresh_record
from tests.servers import Server

__all__ = ["KEY", "SOMEBODY", "Stock"]

KEY: Final = "the-key-of-a-server-for-pictures"
TOKEN: Final = "the browser of whoever looks at the pictures"
SOMEBODY: Final = "somebody else's browser"
HOST_TOKEN: Final = "the-password-of-the-host"
CODE: Final = "code-of-a-guest"
ADDRESS: Final = "https://table.example.org"
EMAIL: Final = "ann@example.org"
# The maximum pause before a bot moves, in seconds: bots never move.
PAUSE: Final = 60


def _open_store(data: Path) -> Store:
    return Store(data / "quarterdeck.sqlite3")


def _with_password(route: Route) -> None:
    """Let a browser get to the host's page, as if the host had typed the password."""
    password = b64encode(f"host:{HOST_TOKEN}".encode()).decode()
    route.continue_(headers={**route.request.headers, "authorization": f"Basic {password}"})


class Stock:
    """The contents of a server's data folder; `server` starts the server."""

    def __init__(self, data: Path, names: Sequence[str] | None = None) -> None:
        """`names`: everybody's names, in all matches."""
        self._names = names
        self._keyring = Keyring(KEY)
        self._tickets = Tickets(KEY)
        self._store = _open_store(data)
        self.owner = owner_hash(TOKEN)
        keys = make_keys()
        self._data = data
        self._options = {
            "key": KEY,
            "address": ADDRESS,
            "host_token": HOST_TOKEN,
            "limit_requests": "off",
            "limit_links": "off",
            # More tables than the usual limit: one for each kind of page.
            "limit_tables": "off",
            "open_tables": "1000",
            "mail_host": "mail.example.org",
            "mail_sender": "table@example.org",
            "push_public_key": keys.public,
            "push_private_key": keys.private,
            "push_contact": "mailto:host@example.org",
            "webhooks": "on",
        }

    def sign_in(self, context: BrowserContext, address: str, seat: int | None = None) -> None:
        """Make this the browser of the stock's player; or of this seat's holder if that is somebody else."""
        token = TOKEN if seat is None else f"{SOMEBODY} {seat}"
        header = self._keyring.cookie(Browser(token, owner_hash(token), "", False, ""), secure=False)
        name, _is, value = header.partition(";")[0].partition("=")
        context.add_cookies([{"name": name, "value": value, "url": address}])
        context.route(re.compile(r"/host\b"), _with_password)

    def server(self, compiled: bool = False, pause: float = PAUSE) -> Server:
        """A server process in which bots move after this pause, by default never; afterwards `reopened` alone
        adds to the stock.
        """
        self._store.close()
        return Server(self._data, pause, 0, **self._options, compiled="on" if compiled else "off")

    @contextmanager
    def reopened(self) -> Iterator[None]:
        """Matches can be added meanwhile, though the server runs."""
        self._store = _open_store(self._data)
        try:
            yield
        finally:
            self._store.close()

    def match(
        self,
        game: str,
        moves: Moves = (),
        mine: Sequence[int] = (),
        terms: Terms | None = None,
        open_seats: Sequence[int] = (),
        names: Sequence[str] = NAMES,
        public: bool = False,
    ) -> Match:
        """An unstored match after these moves: some seats are this browser's, some are open, the others are
        somebody else's.
        """
        record = fresh_record(game, self._names or names)
        others = [seat for seat in range(len(record.names)) if seat not in (*mine, *open_seats)]
        host, guests = (self.owner, others) if mine else (owner_hash(SOMEBODY), ())
        kinds = [VACANT if seat in (*guests, *open_seats) else HUMAN for seat in range(len(record.names))]
        match = Match.fresh(record, kinds, host, terms, public)
        for seat in guests:
            # Nobody has two seats at a table.
            commands.sit(owner_hash(f"{SOMEBODY} {seat}"), seat, record.names[seat])(match, now())
        for seat, action in moves:
            match.add("move", seat, now(), action=action.text, by="player")
        return match

    def keep(self, match: Match, rules_version: int | None = None) -> str:
        """Store a match, perhaps marked with another rules version; returns its address."""
        row = match.row if rules_version is None else replace(match.row, rules_version=rules_version)
        self._store.add(row, match.summary())
        if match.entries:
            self._store.append([Write(match.id, match.entries, match.summary())])
        if match.over and rules_version is None:
            # The logbook is there before the server begins.
            known = Match(match.row, match.entries, shown=True)
            self._store.change(results.book, results.UnbookedTable(match.id, match.number), booking_of(known))
        return f"/table/{match.id}"

    def talk(self, match: Match) -> None:
        """Add chat messages to a stored table."""
        for seat, text, audience in ((0, "Ahoy!", "all"), (1, "The captain bluffs.", "seats")):
            self._store.say(match.id, now(), seat, match.names[seat], text, audience)

    def guest(self) -> None:
        """Store the guest: a name, a confirmed address and an unconfirmed one."""
        ann = Guest(
            self.owner,
            self._names[0] if self._names else "Ann",
            EMAIL,
            True,
            [],
            1_790_000_000,
            1_790_000_000,
            f"new-{EMAIL}",
            CODE,
        )
        self._store.change_guest(self.owner, lambda _known: ann)

    def ladder(self) -> None:
        """Put the guest and others on the ladder of Meuterer, some after few games and some after many."""
        others = [owner_hash(f"{SOMEBODY} {seat}") for seat in (1, 2, 3)]
        for name, owner in zip(NAMES, (self.owner, *others), strict=False):
            climber = Guest(owner, name, None, False, [], 1_790_000_000, 1_790_000_000, ladder=True)

            def joined(known: Guest | None, climber: Guest = climber) -> Guest:
                return replace(known or climber, ladder=True)

            self._store.change_guest(owner, joined)
        for number in range(12):
            mine = [Placing(self.owner, 1 + number % 3), Placing(others[0], 1 + number % 2)]
            bots = [Placing(f"{BOT}captain", 2), Placing(f"{BOT}mate", 3)]
            self._store.change(ratings.count, "meuterer", mine + bots)
        self._store.change(ratings.count, "meuterer", [Placing(others[1], 1), Placing(others[2], 2)])

    def voyages(self) -> None:
        """Voyages of the day: Meuterer's of today and yesterday are over, Cartagena's has just begun."""
        today = daily.today()
        for day in (today, today - timedelta(days=1)):
            deal = daily.deal_of(KEY, "meuterer", day)
            sailors = [self.owner, *(owner_hash(f"{SOMEBODY} {seat}") for seat in (1, 2, 3))]
            for number, owner in enumerate((*sailors, *(f"{BOT}{level}" for level in SKILLS))):
                voyage = self._voyage_match(deal, owner)
                dice = random.Random(f"{number} {day}")
                while not voyage.over:
                    seat = voyage.to_act[0]
                    action = dice.choice(voyage.position.legal(seat))
                    voyage.add("move", seat, 0, action=action.text, by="player")
                address = self.keep(voyage)
                if owner == self.owner and day == today:
                    self.voyage = address
        self.keep(self._voyage_match(daily.deal_of(KEY, "cartagena", today), self.owner))
        self.yesterday = (today - timedelta(days=1)).isoformat()

    def _voyage_match(self, deal: daily.DailyDeal, owner: str) -> Match:
        kind = owner.removeprefix(BOT) if owner.startswith(BOT) else HUMAN
        kinds = [kind if seat == deal.seat else daily.OPPONENT for seat in range(deal.game.players)]
        record = Record(deal.game, deal.seed, list(NAMES[: deal.game.players]))
        match = Match.fresh(record, kinds, owner, TERMS, parent=(deal.day.isoformat(), DAILY))
        # Begun, and played, in the first minute of its day.
        return Match(replace(match.row, created=daily.ends(deal.day) // 1000 - 24 * 3600 + 60), [])

    def regatta(self, count: int, mine: bool = True, laps: int = 0, begun: int = 0) -> str:
        """A regatta of so many people, with this number of finished rounds; returns its address."""
        form = {"game": "meuterer", "title": "Friday evening", "rounds": "3"}
        event = read_regatta(form, fresh_id(), self.owner, 1_790_000_000)
        seatings = pairings(event.id, count, 4, event.rounds)[:laps]
        laps_by_round = tuple(
            tuple(
                RoundResult(person, table, seat, 1 + seat, 40 - 3 * seat - table, 100 - 30 * seat)
                for table, people in enumerate(seating)
                for seat, person in enumerate(people)
                if person >= 0
            )
            for seating in seatings
        )
        self._store.change(regattas.add, event)
        crew = self._names or (*NAMES, "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lea")
        for number, name in enumerate(told_apart([crew[number % len(crew)] for number in range(count)])):
            holder = self.owner if mine and not number else owner_hash(f"{SOMEBODY} {number}")
            self._store.change(regattas.enter, event.id, holder, name)
        for number in range(begun):
            self._store.change(regattas.begin, event.id, number + 1)
        self._store.change(regattas.finish, event.id, laps_by_round)
        return f"/regatta/{event.id}"

    def regattas(self) -> tuple[str, str]:
        """One in its second round, and one that is over."""
        return self.regatta(9, laps=1, begun=2), self.regatta(6, laps=3, begun=3)

    def friends(self) -> None:
        """Let the guest have passkeys, a code and friends; one of them asks to a table, one is hidden."""
        others = [owner_hash(f"{SOMEBODY} {seat}") for seat in (0, 1, 2, 3)]
        names = self._names or NAMES
        for name, owner in zip(names, (self.owner, *others), strict=False):
            known = Guest(owner, name, None, False, [], 1_790_000_000, 1_790_000_000)

            def agreed(guest: Guest | None, known: Guest = known) -> Guest:
                return replace(guest or known, friends=True, shows=True)

            self._store.change_guest(owner, agreed)
        day = 1_790_000_000
        for at, (name, used) in enumerate((("My telephone", day), ("Rechenmaschine im Arbeitszimmer", None))):
            self._store.change(keys.add, keys.Passkey(f"key{at}A", self.owner, "key", 0, name, day, used))
        self._store.change(keys.new_code, self.owner, "hash", day)
        self._store.change(keys.sign_in, "another browser", self.owner, day, merged=False)
        asking = self.match("mutiny", open_seats=(0, 2))
        self.keep(asking)
        self._store.change(friends.ask, asking.id, others[1], self.owner, now())
        self._store.change(friends.hide, self.owner, others[3])

    def two_guests(self) -> str:
        """The question whether to become one with somebody else."""
        self._store.change(keys.new_code, owner_hash(f"{SOMEBODY} 2"), "other hash", 1)
        mark = self._keyring.friend(self.owner, self.owner)
        ticket = URLSafeTimedSerializer(KEY, salt="quarterdeck join").dumps(
            ["once", mark, "code", "other hash"]
        )
        return f"/me/join?ticket={ticket}"

    def join(self, match: Match, seat: int) -> str:
        """A private link to somebody's seat."""
        # The number of the entry by which they took the seat.
        seating = next((one.number for one in match.entries if one.seat == seat and one.kind == "sit"), 0)
        return f"/table/{match.id}/join/{self._keyring.ticket(Ticket(match.id, seat, seating))}"

    def email_links(self) -> dict[str, str]:
        """The links in e-mails to the guest, by purpose."""
        confirm, stop = self._tickets.confirm(CODE, f"new-{EMAIL}"), self._tickets.stop(CODE)
        return {"confirm": f"/me/confirm?ticket={confirm}", "stop": f"/me/stop?ticket={stop}"}
