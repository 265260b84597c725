"""Writes a game tree in Gambit's format (.efg), which OpenSpiel, Gambit and other solvers read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quarterdeck.lab.exact.nodes import InformationSet, Node
from quarterdeck.play import Game

# Probabilities of deals are fractions with smaller denominators than this.
DENOMINATORS = 10**9


def written(
    game: Game, information: Sequence[InformationSet], levels: Sequence[Sequence[Node]], returned: bool
) -> str:
    """The tree of a game as text; see `GameTree.gambit`."""
    seats = " ".join(_quoted(f"Seat {seat}") for seat in range(game.players))
    deals = " ".join(f'"{number}" {_chance(node)}' for number, node in enumerate(levels[0]))
    lines = [f'EFG 2 R {_quoted(game.title)} {{ {seats} }} ""', f'c "" 1 "deal" {{ {deals} }} 0']
    heads = _heads(game.players, information)
    outcomes: dict[tuple[float, ...], str] = {}
    # Depth-first, in order: the last node of the list is the next.
    ahead = list(reversed(levels[0]))
    while ahead:
        node = ahead.pop()
        if node.children:
            lines.append(heads[node.information])
            ahead.extend(reversed(node.children))
        else:
            if node.payoff not in outcomes:
                outcomes[node.payoff] = _end(len(outcomes) + 1, node.payoff, returned)
            lines.append(outcomes[node.payoff])
    return "\n".join([*lines, ""])


def _heads(players: int, information: Sequence[InformationSet]) -> list[str]:
    """The line of an information set's histories; sets are numbered from 1 for each player."""
    counts = [0] * players
    heads = []
    for place, one in enumerate(information):
        counts[one.seat] += 1
        actions = " ".join(_quoted(action.text) for action in one.actions)
        heads.append(f'p "" {one.seat + 1} {counts[one.seat]} "{place}" {{ {actions} }} 0')
    return heads


def _end(number: int, payoff: Sequence[float], returned: bool) -> str:
    """The line of an end node: everybody puts 1 into a pot that the winners share."""
    kept = returned and not any(payoff)
    stakes = [0 if kept else len(payoff) * share - 1 for share in payoff]
    return f't "" {number} "" {{ {", ".join(f"{stake:.12g}" for stake in stakes)} }}'


def _chance(node: Node) -> Fraction:
    return Fraction(node.chance).limit_denominator(DENOMINATORS)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
