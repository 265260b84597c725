"""What a table can choose beside its components: the number of players, and how it reads contested rules."""

from __future__ import annotations

from quarterdeck.errors import GameOptionError
from quarterdeck.games.cartagena.state import NONE, SEATS, Reading, State
from quarterdeck.games.cartagena.table import STARTS, ComponentTable
from quarterdeck.games.cartagena.template import template
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Option, Options

# CA-13: the value of `oldest` that leaves it to chance.
CHANCE = "chance"

OPTIONS = (
    Option("players", tuple(sorted(STARTS, reverse=True))),
    Option("sate", ("paid when taken", "set aside"), "CA-48"),
    Option("mascot_in_first_round", ("no", "yes"), "CA-66"),
    Option("opponents", ("still in", "all"), "CA-65"),
    Option("oldest", (CHANCE, *range(SEATS)), "CA-13"),
)

# The values of options that set a reading.
READINGS = {
    "sate": ("set aside", Reading.SATE_SET_ASIDE),
    "mascot_in_first_round": ("yes", Reading.MASCOT_IN_FIRST_ROUND),
    "opponents": ("all", Reading.ALL_ARE_OPPONENTS),
}
VERSION_1 = 1 << Reading.SATE_SET_ASIDE | 1 << Reading.NOTHING_DECLINED


def make_template(options: Options, components: ComponentTable) -> State:
    """A record with these options, ready for the deal. Raises GameOptionError."""
    readings = sum(1 << reading for name, (value, reading) in READINGS.items() if options[name] == value)
    return template(options["players"], components, readings, _oldest(options))


def make_template_of_version_1(options: Options, components: ComponentTable) -> State:
    """The same under version 1 of the rules: nothing is declined, and coins on Satè are set aside."""
    return template(options["players"], components, VERSION_1)


def _oldest(options: Options) -> int:
    """CA-13: the seat that a table says is oldest; NONE: chance says."""
    oldest, players = options["oldest"], options["players"]
    if oldest == CHANCE:
        return NONE
    if oldest >= players:
        sentence = _("The oldest player sits on one of the seats 0 to {last}, not on seat {seat} (CA-13).")
        raise GameOptionError(sentence.format(last=players - 1, seat=oldest))
    return int(oldest)
