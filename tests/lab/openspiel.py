"""The games as OpenSpiel loads them."""

from __future__ import annotations

from quarterdeck.play import GAMES


def sizes(*parameters: str) -> list[str]:
    """Each game for each number of players that its box is for, with more parameters."""
    return [
        f"quarterdeck_{game}({','.join([f'players={players}', *parameters])})"
        for game, spec in GAMES.items()
        for option in spec.options
        if option.name == "players"
        for players in option.choices
    ]
