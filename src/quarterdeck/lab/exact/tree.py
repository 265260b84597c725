"""The whole tree of a small game: histories, information sets, and the value of policies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import win_shares
from quarterdeck.lab.exact import gambit
from quarterdeck.lab.exact.dealing import Deal, deals
from quarterdeck.lab.exact.nodes import OVER, InformationSet, Node
from quarterdeck.play import Game, Position, View
from quarterdeck.play.checks import seat_number
from quarterdeck.play.game import played_game

# The probability of each action of `view.legal()`, in order.
Policy = Callable[[View], Sequence[float]]

TOLERANCE = 1e-6  # how far a sum of probabilities may be from 1, because of rounding
MOST_HISTORIES = 1_000_000


@dataclass(frozen=True)
class GameTree:
    """A game's tree, as made by `grow`.

    A seat's payoff is its share of the win: 1, or a part if several win, or 0. Seats that act at the same
    time do so in seat order, without seeing each other's choices.

    `information` has the information sets of all seats, in ply order. `levels` has the histories by length,
    the deals first.
    """

    game: Game
    information: tuple[InformationSet, ...]
    levels: tuple[tuple[Node, ...], ...] = field(repr=False)

    @property
    def histories(self) -> int:
        """The number of histories, including deals and ends."""
        return sum(map(len, self.levels))

    @property
    def ends(self) -> int:
        """The number of histories that are whole matches."""
        return sum(node.information == OVER for level in self.levels for node in level)

    def gambit(self, returned: bool = True) -> str:
        """The tree as text in Gambit's format, for `pyspiel.load_efg_game` and other solvers.

        Information sets are named by their index in `information`, actions by their texts. Payoffs are those
        of the OpenSpiel games: everybody puts 1 into a pot that the winners share. Without a winner everybody
        gets the 1 back. With `returned=False` nobody does, so that payoffs correspond to shares of the win.
        """
        return gambit.efg_text(self.game, self.information, self.levels, returned)

    def value(self, policy: Policy) -> tuple[float, ...]:
        """Each seat's expected payoff if all follow a policy."""
        seats = range(self.game.players)
        shares = self._action_probabilities(policy)
        return tuple(self._expected_payoff(seat, shares, None) for seat in seats)

    def best_response(self, seat: int, policy: Policy) -> float:
        """A seat's highest expected payoff against others who follow a known policy. Raises SeatError."""
        seat, shares = seat_number(seat, self.game.players), self._action_probabilities(policy)
        return self._expected_payoff(seat, shares, self._reach_probabilities(seat, shares))

    def exploitability(self, policy: Policy) -> float:
        """How much a seat gains by a best response if all others follow the policy: the mean over the seats.

        It is NashConv (Lanctot et al. 2017) divided by the number of seats, in shares of the win. It is 0
        exactly in an equilibrium.
        """
        shares = self._action_probabilities(policy)
        seats = range(self.game.players)
        best = [
            self._expected_payoff(seat, shares, self._reach_probabilities(seat, shares)) for seat in seats
        ]
        own = [self._expected_payoff(seat, shares, None) for seat in seats]
        return sum(best_payoff - own_payoff for best_payoff, own_payoff in zip(best, own, strict=True)) / len(
            best
        )

    def _action_probabilities(self, policy: Policy) -> list[list[float]]:
        """A policy's probabilities in each information set. Raises GameOptionError if they are invalid."""
        unchecked: object = policy
        if not callable(unchecked):
            sentence = _(
                "A policy is a function from a view to the probability of each action of “view.legal()”, not "
                "{value}."
            )
            raise GameOptionError(sentence.format(value=short(policy)))
        return [
            _checked_probabilities(policy(information_set.view), information_set)
            for information_set in self.information
        ]

    def _reach_probabilities(self, seat: int, shares: list[list[float]]) -> dict[int, float]:
        """The probability that chance and the other seats lead to a node, by the node's `id`."""
        reaches = {id(node): node.chance for node in self.levels[0]}
        for level in self.levels:
            for node in level:
                reach = reaches[id(node)]
                for index, child in enumerate(node.children):
                    own = self.information[node.information].seat == seat
                    reaches[id(child)] = reach if own else reach * shares[node.information][index]
        return reaches

    def _expected_payoff(
        self, seat: int, shares: list[list[float]], reaches: dict[int, float] | None
    ) -> float:
        """A seat's expected payoff: by the policy, or, with `reaches`, by the best response to it."""
        expected: dict[int, float] = {}
        # All histories of an information set have the same length, so a level has complete sets.
        for level in reversed(self.levels):
            best = {} if reaches is None else self._best_actions(seat, level, expected, reaches)
            for node in level:
                if node.information == OVER:
                    expected[id(node)] = node.payoff[seat]
                elif node.information in best:
                    expected[id(node)] = expected[id(node.children[best[node.information]])]
                else:
                    chances = zip(shares[node.information], node.children, strict=True)
                    expected[id(node)] = sum(share * expected[id(child)] for share, child in chances if share)
        return sum(node.chance * expected[id(node)] for node in self.levels[0])

    def _best_actions(
        self, seat: int, level: Sequence[Node], expected: dict[int, float], reaches: dict[int, float]
    ) -> dict[int, int]:
        """The best action in each of the seat's information sets on a level, by the set's index.

        It has the highest counterfactual value: the histories' expected payoffs after it, each weighted by
        the probability `reaches` that chance and the others lead there.
        """
        action_values: dict[int, list[float]] = {}
        for node in level:
            if node.information != OVER and self.information[node.information].seat == seat:
                values_by_action = action_values.setdefault(node.information, [0.0] * len(node.children))
                for index, child in enumerate(node.children):
                    values_by_action[index] += reaches[id(node)] * expected[id(child)]
        return {
            number: max(range(len(values_by_action)), key=values_by_action.__getitem__)
            for number, values_by_action in action_values.items()
        }


def _checked_probabilities(shares: Sequence[float], information_set: InformationSet) -> list[float]:
    """A policy's probabilities for an information set. Raises GameOptionError if they are invalid."""
    try:
        probabilities = [float(share) for share in shares]
    except (TypeError, ValueError):
        probabilities = []
    if (
        len(probabilities) != len(information_set.actions)
        or not all(share >= 0 for share in probabilities)
        or abs(sum(probabilities) - 1) > TOLERANCE
    ):
        sentence = _(
            "A policy gives the probability of each of the {count} actions of “view.legal()”: 0 or more, and "
            "1 in all, not {value}."
        )
        raise GameOptionError(sentence.format(count=len(information_set.actions), value=short(shares)))
    return probabilities


def grow(game: Game) -> GameTree:
    """The whole tree of a game whose chance is all in the deal, like the tiny games. Raises GameOptionError
    if there are too many deals or histories, or if there is chance after the deal.
    """
    played_game(game).warm()
    level = [_stem_of_deal(deal) for deal in deals(game)]
    sets: dict[bytes, int] = {}
    information: list[InformationSet] = []
    levels: list[tuple[Node, ...]] = []
    left = MOST_HISTORIES - len(level)
    while level:
        levels.append(tuple(stem.node for stem in level))
        for stem in level:
            _set_information(stem, sets, information)
            # Checked before growing: a level of a large game would exceed memory.
            left -= 0 if stem.node.information == OVER else len(information[stem.node.information].actions)
            if left < 0:
                sentence = _(
                    "This game has more than {most} histories; the table “tiny” and simpler options make one "
                    "that has fewer."
                )
                raise GameOptionError(sentence.format(most=MOST_HISTORIES))
        level = [child for stem in level for child in _grow_children(stem, information)]
    return GameTree(game, tuple(information), tuple(levels))


class _Stem:
    """A history while the tree grows: its position, and a hash of what each seat remembers."""

    def __init__(self, position: Position, chance: float, memories: tuple[bytes, ...], drawn: int) -> None:
        self.position = position
        self.memories = memories
        self.drawn = drawn  # random numbers, all consumed by the deal
        self.node = Node(OVER, chance)


def _stem_of_deal(deal: Deal) -> _Stem:
    position = deal.position
    memories = tuple(_extended_memory(b"", position, seat, -1) for seat in range(position.game.players))
    return _Stem(position, deal.probability, memories, int(position.state.counter))


def _extended_memory(memory: bytes, position: Position, seat: int, action: int) -> bytes:
    """A hash of a seat's memory after a ply: its memory before, its action (−1: none), the facts it was told,
    and its view.
    """
    view = position.view(seat)
    return hashlib.sha256(b"%b %d %b %b" % (memory, action, view.told, view.known)).digest()


def _set_information(stem: _Stem, sets: dict[bytes, int], information: list[InformationSet]) -> None:
    """Set the node's information set, which is new if no history before led to it; at the end, its payoff."""
    position, node = stem.position, stem.node
    if position.over:
        node.payoff = tuple(win_shares(position))
        return
    seat = position.to_act[0]
    key = b"%d %b" % (seat, stem.memories[seat])
    if key not in sets:
        sets[key] = len(information)
        information.append(InformationSet(seat, position.view(seat), position.legal(seat)))
    node.information = sets[key]


def _grow_children(stem: _Stem, information: list[InformationSet]) -> list[_Stem]:
    """The history after each action of the stem; they become the children of its node."""
    if stem.node.information == OVER:
        return []
    position, information_set = stem.position, information[stem.node.information]
    children = []
    for action in information_set.actions:
        after = position.play(information_set.seat, action)
        if int(after.state.counter) != stem.drawn:
            sentence = _("Chance has a part in this game after the deal; in the tiny games it has none.")
            raise GameOptionError(sentence)
        memories = tuple(
            _extended_memory(memory, after, seat, action.id if seat == information_set.seat else -1)
            for seat, memory in enumerate(stem.memories)
        )
        children.append(_Stem(after, stem.node.chance, memories, stem.drawn))
    stem.node.children = [child.node for child in children]
    return children
