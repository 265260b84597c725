"""What a table can choose beside its components: the number of players, and readings of contested rules."""

from __future__ import annotations

from quarterdeck.errors import GameOptionError
from quarterdeck.games.cartagena.state import NONE, SEATS, Reading, State
from quarterdeck.games.cartagena.table import STARTS, ComponentTable
from quarterdeck.games.cartagena.template import template
from quarterdeck.i18n import _
from quarterdeck.kernel.contested import flags
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.spec import Options

# CA-13: the value of `oldest` that leaves it to chance.
CHANCE = "chance"

PLAYERS = Option("players", tuple(sorted(STARTS, reverse=True)))
HOUSE_RULES = (
    Option("oldest", (CHANCE, *range(SEATS)), rule="CA-13"),
    Option("sate", ("paid when taken", "set aside"), rule="CA-48"),
    Option("duel_opponents", ("still in", "all"), rule="CA-65"),
    Option("mascot_in_first_round", ("no", "yes"), rule="CA-66"),
)
READINGS = {
    ("sate", "set aside"): Reading.SATE_SET_ASIDE,
    ("duel_opponents", "all"): Reading.ALL_ARE_OPPONENTS,
    ("mascot_in_first_round", "yes"): Reading.MASCOT_IN_FIRST_ROUND,
}
# What version 1 played without an option for it.
VERSION_1 = 1 << Reading.SATE_SET_ASIDE | 1 << Reading.NOTHING_DECLINED


def make_template(options: Options, components: ComponentTable) -> State:
    """A record with these options, ready for the deal."""
    return template(options["players"], components, flags(options, READINGS), _oldest_seat(options))


def template_of_version_1(options: Options, components: ComponentTable) -> State:
    """A record that plays by version 1 of the rules: nothing is declined, coins on Satè are set aside."""
    return template(options["players"], components, VERSION_1)


def check_options(options: Options) -> None:
    """CA-13: Raises GameOptionError if the oldest player has no seat at the table."""
    _oldest_seat(options)


def _oldest_seat(options: Options) -> int:
    """CA-13: the seat that a table says is oldest; NONE: chance says."""
    oldest, players = options.get("oldest", CHANCE), options["players"]
    if oldest == CHANCE:
        return NONE
    if oldest >= players:
        sentence = _("The oldest player has one of the seats 1 to {last}, not seat {seat} (CA-13).")
        raise GameOptionError(sentence.format(last=players, seat=oldest + 1))
    return int(oldest)
