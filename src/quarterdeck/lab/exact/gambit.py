"""Writes a game tree in Gambit's format (.efg), which OpenSpiel, Gambit and other solvers read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quarterdeck.lab.exact.nodes import InformationSet, Node
from quarterdeck.play import Game

# Probabilities of deals are fractions with smaller denominators than this.
DENOMINATORS = 10**9


def efg_text(
    game: Game, information: Sequence[InformationSet], levels: Sequence[Sequence[Node]], returned: bool
) -> str:
    """The tree of a game as text; see `GameTree.gambit`."""
    seats = " ".join(_quoted(f"Seat {seat}") for seat in range(game.players))
    deals = " ".join(f'"{number}" {_deal_fraction(node)}' for number, node in enumerate(levels[0]))
    lines = [f'EFG 2 R {_quoted(game.title)} {{ {seats} }} ""', f'c "" 1 "deal" {{ {deals} }} 0']
    set_lines = _set_lines(game.players, information)
    outcomes: dict[tuple[float, ...], str] = {}
    # Depth-first, in order: the last node of the list is the next.
    ahead = list(reversed(levels[0]))
    while ahead:
        node = ahead.pop()
        if node.children:
            lines.append(set_lines[node.information])
            ahead.extend(reversed(node.children))
        else:
            if node.payoff not in outcomes:
                outcomes[node.payoff] = _end_line(len(outcomes) + 1, node.payoff, returned)
            lines.append(outcomes[node.payoff])
    return "\n".join([*lines, ""])


def _set_lines(players: int, information: Sequence[InformationSet]) -> list[str]:
    """The line of an information set's histories; sets are numbered from 1 for each player."""
    counts = [0] * players
    lines = []
    for number, information_set in enumerate(information):
        counts[information_set.seat] += 1
        actions = " ".join(_quoted(action.text) for action in information_set.actions)
        lines.append(
            f'p "" {information_set.seat + 1} {counts[information_set.seat]} "{number}" {{ {actions} }} 0'
        )
    return lines


def _end_line(number: int, payoff: Sequence[float], returned: bool) -> str:
    """The line of an end node: everybody puts 1 into a pot that the winners share."""
    returns_stakes = returned and not any(payoff)
    stakes = [0 if returns_stakes else len(payoff) * share - 1 for share in payoff]
    return f't "" {number} "" {{ {", ".join(f"{stake:.12g}" for stake in stakes)} }}'


def _deal_fraction(node: Node) -> Fraction:
    return Fraction(node.chance).limit_denominator(DENOMINATORS)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
