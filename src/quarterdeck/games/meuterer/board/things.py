"""The cards, places and phases of Meuterer, explained."""

from __future__ import annotations

from quarterdeck.games.meuterer.words import names
from quarterdeck.games.meuterer.words.hints import Json, good_label
from quarterdeck.i18n import _
from quarterdeck.web.boards.things import Thing, card, phase, place

__all__ = ["PHASES", "things"]

# The steps of a round, as `choices.phase_steps` lists them.
PHASES = ("offer", "show", "reveal", "mutiny", "points", "sail", "draw")
ROLE_RULES = {
    "mutineer": ("ME-40", "ME-61"),
    "cabin-boy": ("ME-50", "ME-61"),
    "first-mate": ("ME-53", "ME-60"),
    "loader": ("ME-74",),
}


def things(view: Json) -> list[Thing]:
    """All of them, for the rule set and the islands of this view."""
    manual = view["options"]["rules"] == "manual"
    return [*_card_things(view, manual), *_place_things(view, manual), *_phase_things(view, manual)]


def _card_things(view: Json, manual: bool) -> list[Thing]:
    goods = [good for good in names.GOODS if good not in ("conflict", "pirates")]
    shown = {
        "english": _("Shown among the goods it counts as well."),
        "french": _("Shown among the goods it does not count."),
        "manual": _("Shown among the goods it counts as well; in the mutiny it is one card a turn."),
    }[view["options"]["rules"]]
    fight = _("It is not for sale: each one counts for its player’s side in a mutiny.")
    merchant = "ME-67" if manual else "ME-66"
    things_of_cards = [
        *(_good_thing(view, good, manual) for good in goods),
        card("conflict", good_label("conflict"), f"{fight} {shown}", "ME-50", "ME-54"),
        *(
            card(role, names.role_name(role), names.role_power(role), *ROLE_RULES.get(role, (merchant,)))
            for role in names.ROLES
        ),
        card(
            "captain",
            _("Captain"),
            _("Makes the offer, begins the round and says where the ship shall sail. Scores the dock there."),
            "ME-20",
            "ME-33",
            "ME-60",
        ),
        card(
            "hidden",
            _("A hidden action card"),
            _("This player has left and chosen a role. It is turned up when everybody has left."),
            "ME-34",
            "ME-40",
        ),
    ]
    if view["pirate_ship"] is not None:
        words = _(
            "Who shows it sends the pirate ship on its way. If that reaches the merchant ship, all cards "
            "shown so far are lost."
        )
        things_of_cards.append(card("pirates", good_label("pirates"), words, "ME-80", "ME-81"))
    return things_of_cards


def _good_thing(view: Json, good: str, manual: bool) -> Thing:
    if manual:
        words = _("Goods to show: who shows the most cards of a kind scores for it, wherever the ship is.")
        return card(good, good_label(good), words, "ME-30", "ME-67")
    buyers = [island["name"] for island in view["islands"] if island["buys"] in (good, "any")]
    words = _("Goods to show, and to sell where the ship lies. Islands that take it: {islands}.").format(
        islands=_(", ").join(buyers) or "–"
    )
    return card(good, good_label(good), words, "ME-30", "ME-62", "ME-65")


def _place_things(view: Json, manual: bool) -> list[Thing]:
    things_of_places = [_island_thing(at, island, manual) for at, island in enumerate(view["islands"])]
    active = (
        _("The ship’s island and the one it came from; in this rule set nothing is sold there.")
        if manual
        else _("Goods are sold here this round. The ship’s island is active, and the one it came from.")
    )
    ship = _("It sails clockwise from island to island, where the Captain or a successful Mutineer wants.")
    bound = _(
        "Where the Captain, or the Mutineer, wants to sail: as many islands on as that player has cards."
    )
    offer = _("The points that the Captain promises to the First Mate. They are paid if the Captain stays.")
    hand = _("Your cards: show one when it is your turn, or keep them. What you keep counts as distance.")
    shown = (
        _("Cards shown by this player in this round. They score by kind, and are then discarded.")
        if manual
        else _("Cards shown by this player in this round. They are what is sold, and are then discarded.")
    )
    things_of_places += [
        place("ship", _("The ship"), ship, "ME-10", "ME-33", "ME-71"),
        place("active", _("An active island"), active, "ME-71", "ME-67" if manual else "ME-62"),
        place("bound", _("A destination"), bound, "ME-33", "ME-40"),
        place("offer", _("Offer to the Mate"), offer, "ME-20", "ME-60"),
        place("piles", _("Draw pile and discards"), _pile_words(view), "ME-72", "ME-73", "ME-74"),
        place("hand", _("Your hand"), hand, "ME-30", "ME-33", "ME-73"),
        place("shown", _("Shown cards"), shown, "ME-30", "ME-72"),
    ]
    if view["pirate_ship"] is not None:
        words = _("It sails counter-clockwise, when somebody shows the pirates card, and plunders.")
        things_of_places.append(place("pirate-ship", _("The pirate ship"), words, "ME-13", "ME-80", "ME-81"))
    return things_of_places


def _pile_words(view: Json) -> str:
    words = _("After each round all draw up to a full hand; used cards go to the discards.")
    if view["options"]["rules"] == "french":
        return words + " " + _("What the Loader returns goes under the draw pile.")
    return words + " " + _("What the Loader returns goes under the discards.")


def _island_thing(at: int, island: Json, manual: bool) -> Thing:
    dock = _("Who brings the ship here scores {dock} for the dock.").format(dock=island["dock"])
    if manual:
        return place(f"island-{at}", island["name"], dock, "ME-4", "ME-60", "ME-61")
    alone, two, three = island["trade"]
    words = _(
        "Buys {goods}, while it is active. Who sells the most here scores {alone} alone, {two} each in a tie "
        "of two, {three} in a tie of three."
    ).format(goods=names.buys_name(island["buys"]), alone=alone, two=two, three=three)
    return place(f"island-{at}", island["name"], f"{words} {dock}", "ME-4", "ME-62", "ME-65", "ME-60")


def _phase_things(view: Json, manual: bool) -> list[Thing]:
    mutiny = (
        _("Those on a side play conflict cards one at a time, until all have passed. A tie is a success.")
        if manual
        else _("Those on a side play conflict cards in turn, as many as they like. A tie is a success.")
    )
    points = (
        _("The dock is scored, and then who has shown the most of each kind of goods.")
        if manual
        else _("The dock is scored, and then who has sold the most at each active island.")
    )
    sail = _(
        "The ship goes to the destination that won, and the table is cleared. There are {rounds} rounds."
    )
    return [
        phase("offer", _("Offer"), _("The Captain offers points to whoever becomes First Mate."), "ME-20"),
        phase(
            "show",
            _("Goods & roles"),
            _("In turn, show one card or leave: the Captain with a destination, the others with a role."),
            "ME-30",
            "ME-33",
            "ME-34",
        ),
        phase(
            "reveal",
            _("Roles shown"),
            _("All action cards are turned up. A Mutineer now says where the ship shall sail instead."),
            "ME-40",
        ),
        phase("mutiny", _("Mutiny"), mutiny, "ME-50", "ME-52" if manual else "ME-51", "ME-55"),
        phase("points", _("Points"), points, "ME-60", "ME-61", "ME-67" if manual else "ME-65"),
        phase("sail", _("Sail"), sail.format(rounds=view["rounds"]), "ME-70", "ME-71", "ME-72"),
        phase(
            "draw",
            _("Draw"),
            _("Everybody draws up to a full hand; the Loader may choose among more cards."),
            "ME-73",
            "ME-74",
        ),
    ]
