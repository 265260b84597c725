"""The cards, places and phases of Cartagena, explained."""

from __future__ import annotations

from quarterdeck.games.cartagena.board.places import SUPPLY_OF
from quarterdeck.games.cartagena.words import names
from quarterdeck.games.cartagena.words.hints import Json
from quarterdeck.i18n import _, ngettext
from quarterdeck.web.boards.things import Thing, card, phase, place

__all__ = ["things"]


def things(view: Json) -> list[Thing]:
    """All of them, for the route and the sailors of this view."""
    return [*_card_things(), *_place_things(view), *_phase_things(view)]


def _card_things() -> list[Thing]:
    fights = _("A card for the duels: it adds its value to the side of {leader}, whoever lays it.")
    conviction = _("It says whose side you stand for. Without one before the mutiny you can’t win.")
    mascot = _("Laid in a duel it ends your part in it, from the second round on. It may bring a coin.")
    sailor = _("Two sailors fight each duel: what they are worth is where their sides begin.")
    return [
        *(
            card(f"pirate-{pirate}", names.pirate_name(pirate), names.pirate_action(pirate), f"CA-{number}")
            for number, pirate in enumerate(names.PIRATES, 40)
        ),
        *(
            card(colour, label, fights.format(leader=names.side_leader(side)), "CA-2", "CA-63", "CA-66")
            for colour, side, label in (
                ("pink", "valverde", _("Pink combat card")),
                ("grey", "diaz", _("Grey combat card")),
            )
        ),
        card(
            "combat",
            names.pile_name("combat"),
            _("The number of combat cards that this player holds."),
            "CA-2",
            "CA-63",
        ),
        card("gold", names.pile_name("gold"), _("Its value counts as gold at the end."), "CA-1", "CA-69"),
        card("coin", names.pile_name("coins"), _("Each counts as 1 gold at the end."), "CA-1", "CA-69"),
        card("side", _("Conviction card"), conviction, "CA-3", "CA-49", "CA-60"),
        card("mascot", _("Mascot"), mascot, "CA-64", "CA-65"),
        card("sailor", _("Sailor"), sailor, "CA-51", "CA-61", "CA-62"),
    ]


def _place_things(view: Json) -> list[Thing]:
    door = _("Behind each of the {count} doors is a pirate: visit one that is open, or knock at the next.")
    mutiny = ngettext(
        "When the ship gets here, the voyage ends and the mutiny begins. From the start it is {count} move.",
        "When the ship gets here, the voyage ends and the mutiny begins. From the start it is {count} moves.",
        view["route"]["goal"] - view["route"]["start"],
    ).format(count=view["route"]["goal"] - view["route"]["start"])
    storm = _("If the ship comes here or passes, a pirate falls seasick and goes into the lifeboat.")
    supply = _("The pile beside it is the supply of {pile}. When that has run out, it is the last round.")
    ship = _("It sails a space for each open pirate whom nobody has used.")
    pairs = _(
        "Who fights whom in the mutiny. Cambivalute places the sailors, who show their values in the duel."
    )
    upper = _("A sailor who wins a duel comes here. {leader} wins the mutiny with most of the duels.")
    boat = _(
        "The pirate in the lifeboat is out of play until the next storm. In the mutiny it holds the sailors "
        "who have lost a duel."
    )
    giver = _("Who lays the row of doors and has the first turn; each round it is the next player.")
    laid = _("The cards laid in this duel, round by round: all see which, and nobody whose.")
    return [
        place(
            "door",
            _("Cabin door"),
            door.format(count=len(view["seats"]) + 3),
            "CA-20",
            "CA-22",
            "CA-23",
            "CA-25",
        ),
        place("ship", _("The ship"), ship, "CA-12", "CA-27"),
        place("sea", names.space_name("sea"), _("A step of the voyage; nothing happens here."), "CA-27"),
        *(
            place(space, names.space_name(space), supply.format(pile=names.pile_name(pile)), "CA-11", "CA-29")
            for space, pile in SUPPLY_OF.items()
        ),
        place("storm", names.space_name("storm"), storm, "CA-28"),
        place("mutiny", names.space_name("mutiny"), mutiny, "CA-29", "CA-61"),
        place("pair", _("A pair of sailors"), pairs, "CA-51", "CA-61", "CA-62"),
        *(
            place(
                f"upper-{side}",
                _("Upper deck"),
                upper.format(leader=names.side_leader(side)),
                "CA-68",
                "CA-69",
            )
            for side in names.SIDES
        ),
        place("boat", _("Lifeboat"), boat, "CA-28", "CA-68"),
        place("giver", _("Giver"), giver, "CA-13", "CA-20", "CA-27"),
        place("fight", _("Rounds of the duel"), laid, "CA-63", "CA-68"),
    ]


def _phase_things(view: Json) -> list[Thing]:
    pairs = len(view["sailors"]["pairs"])
    duel = ngettext(
        "Round after round, everybody lays a card, or the mascot. {needed} of {count} duel wins the mutiny.",
        "Round after round, everybody lays a card, or the mascot. {needed} of {count} duels win the mutiny.",
        pairs,
    ).format(needed=pairs // 2 + 1, count=pairs)
    return [
        phase("turn", _("A player’s turn"), _("Each player uses exactly one pirate."), "CA-21", "CA-22"),
        phase("sail", _("The ship sails"), _("It sails, and the next round begins."), "CA-27", "CA-28"),
        phase("duel", _("Duel"), duel, "CA-62", "CA-63", "CA-68"),
    ]
