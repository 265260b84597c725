"""How a match ended, in one sentence for a player or anybody: "You came second, 3 points behind Carmen"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from quarterdeck.i18n import N_, _
from quarterdeck.kernel.sentences import listed

__all__ = ["SeatPlace", "headline", "ranked"]

Amount = Callable[[int], str]


class SeatPlace(NamedTuple):
    """A seat's place, from 1; several seats can share one. `figure` is what counted, None if nothing did;
    `why` says in a few words what decided the place, `about` what else there is to say of the seat, such as
    its side; either may be "".
    """

    seat: int
    place: int
    figure: int | None
    why: str = ""
    about: str = ""


_PLACE_BY_GAP: Final = {
    2: N_("You came second, {gap} behind {names}"),
    3: N_("You came third, {gap} behind {names}"),
    4: N_("You came fourth, {gap} behind {names}"),
    5: N_("You came fifth, {gap} behind {names}"),
}
_PLACE_BY_TIE: Final = {
    2: N_("You came second, behind {names}: {why}"),
    3: N_("You came third, behind {names}: {why}"),
    4: N_("You came fourth, behind {names}: {why}"),
    5: N_("You came fifth, behind {names}: {why}"),
}


def ranked(winners: Sequence[int], figures: Sequence[int | None]) -> list[SeatPlace]:
    """The places of all seats: the winners first, then the others by their figures."""
    others = [seat for seat in range(len(figures)) if seat not in winners]
    ranking = [SeatPlace(seat, 1, figures[seat]) for seat in winners]
    for seat in sorted(others, key=lambda other: -(figures[other] or 0)):
        ahead = [other for other in others if (figures[other] or 0) > (figures[seat] or 0)]
        ranking.append(SeatPlace(seat, len(winners) + len(ahead) + 1, figures[seat]))
    return ranking


def headline(places: Sequence[SeatPlace], names: Sequence[str], me: int | None, amount: Amount) -> str:
    """The sentence for the player of seat `me`, or for anybody (None). `places` are in their order; `amount`
    says a number of what counted, such as "3 points".
    """
    first = [one for one in places if one.place == 1]
    own = next((one for one in places if one.seat == me), None)
    if not first:
        return _("Nobody won")
    if own is None:
        return _headline_for_all(places, first, names, amount)
    if own.place > 1:
        return _place_sentence(own, first, names, amount)
    rivals = [one for one in first if one.seat != me]
    if rivals:
        return _("You shared the win with {names}").format(names=_names_of(rivals, names))
    return _winner_sentence(_YOU_WON, own, places, names, amount)


class _WinSentences(NamedTuple):
    """The sentences for who has won alone."""

    alone: str
    ahead: str
    level: str


_YOU_WON: Final = _WinSentences(
    N_("You won"), N_("You won, {gap} ahead of {names}"), N_("You won, ahead of {names}: {why}")
)
_SOMEBODY_WON: Final = _WinSentences(
    N_("{winner} won"),
    N_("{winner} won, {gap} ahead of {names}"),
    N_("{winner} won, ahead of {names}: {why}"),
)


def _headline_for_all(
    places: Sequence[SeatPlace], first: list[SeatPlace], names: Sequence[str], amount: Amount
) -> str:
    if len(first) > 1:
        return _("{names} shared the win").format(names=_names_of(first, names))
    return _winner_sentence(_SOMEBODY_WON, first[0], places, names, amount)


def _winner_sentence(
    sentences: _WinSentences,
    own: SeatPlace,
    places: Sequence[SeatPlace],
    names: Sequence[str],
    amount: Amount,
) -> str:
    """Who has won alone, and how far ahead."""
    winner = names[own.seat]
    second = [place for place in places if place.place == 2]
    gap = _gap(own, second[0]) if second else None
    if gap is None or gap < 0:
        return _(sentences.alone).format(winner=winner)
    rivals = _names_of(second, names)
    if gap:
        return _(sentences.ahead).format(winner=winner, gap=amount(gap), names=rivals)
    if own.why:
        return _(sentences.level).format(winner=winner, why=own.why, names=rivals)
    return _(sentences.alone).format(winner=winner)


def _place_sentence(own: SeatPlace, first: list[SeatPlace], names: Sequence[str], amount: Amount) -> str:
    """Which place, and how far behind the winners."""
    winners, gap = _names_of(first, names), _gap(first[0], own)
    if gap is not None and gap > 0:
        words = _PLACE_BY_GAP.get(own.place, N_("You came in place {place}, {gap} behind {names}"))
        return _(words).format(place=own.place, gap=amount(gap), names=winners)
    why = own.why or _("the tie went to others")
    words = _PLACE_BY_TIE.get(own.place, N_("You came in place {place}, behind {names}: {why}"))
    return _(words).format(place=own.place, why=why, names=winners)


def _gap(better: SeatPlace, worse: SeatPlace) -> int | None:
    return None if better.figure is None or worse.figure is None else better.figure - worse.figure


def _names_of(places: Sequence[SeatPlace], names: Sequence[str]) -> str:
    return listed(names[place.seat] for place in places)
