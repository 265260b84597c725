"""Actions of Mutiny! as people read them: the sentence of each action, and the prompt of each phase."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from quarterdeck.games.mutiny.state import DOUBLOONS, RUM_AT_ONCE, SEATS
from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.asking import my_prompt, their_prompt
from quarterdeck.games.mutiny.words.deals import target_of, wish
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.action_text import ActionSentences
from quarterdeck.kernel.spec import Json

# The action texts and their phases, for the rules page and the help.
FORMS: tuple[tuple[str, str], ...] = (
    ("bid D R", N_("D doubloons and R rum on the crew member that is called; both may be 0 (MU-10).")),
    ("offer N for SEAT", N_("N rum to the lookout, at least 1, if that player is picked (MU-23).")),
    (
        "offer N for not SEAT, offer N for SEAT then SEAT",
        N_("In open deals also: if anyone else is picked; or if these two get the two abilities (MU-23)."),
    ),
    ("withdraw, pass", N_("In open deals: takes the own offer back, or leaves things as they are (MU-23).")),
    ("no offer", N_("In closed deals: no rum to the lookout for any pick (MU-23).")),
    ("take SEAT", N_("The lookout takes that player's offer, is paid and is bound (MU-23).")),
    ("ask N for SEAT", N_("In open deals the lookout names a price, and hears the others again (MU-23).")),
    ("wait", N_("In open deals the lookout hears the others again (MU-23).")),
    ("pick SEAT", N_("The lookout breaks a tie for this player (MU-21, MU-27).")),
    (
        "pick SEAT paid by SEAT",
        N_("The same, and takes that player's offer; only in matches by version 1 of the rules (MU-23)."),
    ),
    (
        "move doubloon of SEAT from CREW to CREW, move rum of SEAT from CREW to CREW",
        N_("Deck Hand: the token to move (MU-24)."),
    ),
    ("stay", N_("Deck Hand: no token is moved (MU-24).")),
    ("north, south", N_("Pilot: where the ship sails (MU-27).")),
    ("lose unplayed, lose CREW", N_("Where a lost doubloon comes from, if there is a choice (MU-32).")),
    ("retrieve CREW", N_("One doubloon comes back from there (MU-40).")),
    ("done", N_("No further one comes back (MU-40).")),
)


def imperative(action_text: str, names: Sequence[str]) -> str | None:
    """The imperative of an action, with players by name where names are given; None if it is no action."""
    if action_text in _BY_TEXT:
        return _(_BY_TEXT[action_text])
    for form, sentence_of_match in _BY_FORM:
        match = form.fullmatch(action_text)
        if match:
            return sentence_of_match(match, names)
    return None


sentence = ActionSentences(
    imperative, N_("“{text}” is no action of Mutiny!: write it like “bid 2 1” or “pick 3”.")
)


def prompt(view: Json, names: Sequence[str]) -> str:
    """The prompt: who is asked and for what; the reader of the view is addressed as "you"."""
    if not view["to_act"]:
        return _("The game is over.")
    return my_prompt(view, names) if view["seat"] in view["to_act"] else their_prompt(view, names)


_BY_TEXT = {
    "no offer": N_("Offer nothing"),
    "withdraw": N_("Withdraw your offer"),
    "pass": N_("Pass"),
    "wait": N_("Wait for other offers"),
    "stay": N_("Move nothing"),
    "north": N_("Sail north"),
    "south": N_("Sail south"),
    "lose unplayed": N_("Lose an unplayed doubloon"),
    "done": N_("That's all"),
}


def _bid(match: re.Match[str], _names: Sequence[str]) -> str | None:
    doubloons, rum = int(match[1]), int(match[2])
    if doubloons > DOUBLOONS or rum > RUM_AT_ONCE:
        return None
    return _("Bid {bid}").format(bid=wording.tokens(doubloons, rum))


def _offer(match: re.Match[str], names: Sequence[str]) -> str | None:
    rum = int(match[1])
    if not 0 < rum <= RUM_AT_ONCE:
        return None
    target = target_of(match[2].split())
    if len(set(target.values())) < len(target):
        return None
    return _("Offer {things} {wish}").format(things=wording.counted("rum", rum), wish=wish(target, names))


def _ask(match: re.Match[str], names: Sequence[str]) -> str | None:
    rum = int(match[1])
    if not 0 < rum <= RUM_AT_ONCE:
        return None
    return _("Ask {things} for picking {name}").format(
        things=wording.counted("rum", rum), name=wording.seat_name(int(match[2]), names)
    )


def _take(match: re.Match[str], names: Sequence[str]) -> str:
    return _("Take {name}'s offer").format(name=wording.seat_name(int(match[1]), names))


def _pick(match: re.Match[str], names: Sequence[str]) -> str:
    name = wording.seat_name(int(match[1]), names)
    if match[2] is None:
        return _("Pick {name}").format(name=name)
    return _("Pick {name}, paid by {payer}").format(name=name, payer=wording.seat_name(int(match[2]), names))


def _move(match: re.Match[str], names: Sequence[str]) -> str | None:
    token, owner, start, end = match.groups()
    if start == end:
        return None
    words = (
        _("Move {name}'s doubloon from {start} to {end}")
        if token == "doubloon"
        else _("Move {name}'s rum from {start} to {end}")
    )
    return words.format(
        name=wording.seat_name(int(owner), names),
        start=wording.crew_phrase(start),
        end=wording.crew_phrase(end),
    )


def _lose(match: re.Match[str], _names: Sequence[str]) -> str:
    return _("Lose a doubloon that lies on {crew}").format(crew=wording.crew_phrase(match[1]))


def _retrieve(match: re.Match[str], _names: Sequence[str]) -> str:
    return _("Take a doubloon back from {crew}").format(crew=wording.crew_phrase(match[1]))


_NUMBER = "(0|[1-9][0-9]?)"
_ANY = f"[0-{SEATS - 1}]"
_SEAT = f"({_ANY})"
_MEMBER = f"({'|'.join(wording.CREW)})"

_BY_FORM: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Sequence[str]], str | None]], ...] = (
    (re.compile(f"bid {_NUMBER} {_NUMBER}"), _bid),
    (re.compile(f"offer {_NUMBER} for ((?:not )?{_ANY}|{_ANY} then {_ANY})"), _offer),
    (re.compile(f"ask {_NUMBER} for {_SEAT}"), _ask),
    (re.compile(f"take {_SEAT}"), _take),
    (re.compile(f"pick {_SEAT}(?: paid by {_SEAT})?"), _pick),
    (re.compile(f"move (doubloon|rum) of {_SEAT} from {_MEMBER} to {_MEMBER}"), _move),
    (re.compile(f"lose {_MEMBER}"), _lose),
    (re.compile(f"retrieve {_MEMBER}"), _retrieve),
)
