"""One plain sentence for every fact that a game of Meuterer tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from quarterdeck.games.meuterer.words.names import GOODS, card_name, good_count, good_name, role_phrase
from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.kernel.sentences import Data, Telling, Tellings, Values, listed, named

TELLINGS: dict[str, Telling] = {
    "round_began": Telling(
        N_("Round {round} begins with {name} as Captain."),
        N_("Round {round} begins, and you are the Captain."),
    ),
    "offered": Telling(
        lambda n: ngettext(
            "{name} offers the First Mate {points} point.", "{name} offers the First Mate {points} points.", n
        ),
        lambda n: ngettext(
            "You offer the First Mate {points} point.", "You offer the First Mate {points} points.", n
        ),
        by="points",
    ),
    "offered nothing": Telling(
        N_("{name} offers the First Mate nothing extra."), N_("You offer the First Mate nothing extra.")
    ),
    "showed": Telling(N_("{name} shows {card}."), N_("You show {card}.")),
    "left": Telling(
        lambda n: ngettext(
            "{name} leaves with {cards} card in hand.", "{name} leaves with {cards} cards in hand.", n
        ),
        lambda n: ngettext(
            "You leave with {cards} card in hand.", "You leave with {cards} cards in hand.", n
        ),
        by="cards",
    ),
    "left empty": Telling(N_("{name} leaves with an empty hand."), N_("You leave with an empty hand.")),
    "chose": Telling(N_("{name} chooses to be {role}."), N_("You choose to be {role}.")),
    "captain_bound": Telling(N_("{name} sets course for {island}."), N_("You set course for {island}.")),
    "pirates_sailed": Telling(N_("The pirate ship sails from {from} to {to}.")),
    "pirates_sailed nowhere": Telling(N_("The pirate ship does not move from {to}.")),
    "plundered": Telling(N_("The pirates reach the ship and take every card shown so far.")),
    "revealed": Telling(N_("{name} is {role}."), N_("You are {role}.")),
    "mutineer_bound": Telling(
        N_("{name} plans a mutiny and wants to sail to {island}."),
        N_("You plan a mutiny and want to sail to {island}."),
    ),
    "fought": Telling(
        lambda n: ngettext(
            "{name} plays {count} conflict card in the mutiny.",
            "{name} plays {count} conflict cards in the mutiny.",
            n,
        ),
        lambda n: ngettext(
            "You play {count} conflict card in the mutiny.",
            "You play {count} conflict cards in the mutiny.",
            n,
        ),
        by="count",
    ),
    "fought not": Telling(
        N_("{name} plays no conflict card in the mutiny."), N_("You play no conflict card in the mutiny.")
    ),
    "mutiny_won": Telling(N_("The mutiny succeeds, {for} to {against}.")),
    "mutiny_won tied": Telling(N_("The mutiny succeeds, {for} to {against}: a tie is enough.")),
    "mutiny_lost": Telling(N_("The mutiny fails, {for} to {against}.")),
    "docked": Telling(
        lambda n: ngettext(
            "{name} scores {points} point for docking at {island}.",
            "{name} scores {points} points for docking at {island}.",
            n,
        ),
        lambda n: ngettext(
            "You score {points} point for docking at {island}.",
            "You score {points} points for docking at {island}.",
            n,
        ),
        by="points",
    ),
    "mate_rewarded": Telling(
        lambda n: ngettext(
            "{name} scores {points} point as First Mate.", "{name} scores {points} points as First Mate.", n
        ),
        lambda n: ngettext(
            "You score {points} point as First Mate.", "You score {points} points as First Mate.", n
        ),
        by="points",
    ),
    "mate_rewarded with the offer": Telling(
        lambda n: ngettext(
            "{name} scores {points} point as First Mate, {offer} of it from the offer.",
            "{name} scores {points} points as First Mate, {offer} of them from the offer.",
            n,
        ),
        lambda n: ngettext(
            "You score {points} point as First Mate, {offer} of it from the offer.",
            "You score {points} points as First Mate, {offer} of them from the offer.",
            n,
        ),
        by="points",
    ),
    "offer_paid": Telling(
        lambda n: ngettext(
            "{name} pays the First Mate {points} point.", "{name} pays the First Mate {points} points.", n
        ),
        lambda n: ngettext(
            "You pay the First Mate {points} point.", "You pay the First Mate {points} points.", n
        ),
        by="points",
    ),
    "offer_paid nothing": Telling(
        N_("{name} owes the First Mate nothing extra."), N_("You owe the First Mate nothing extra.")
    ),
    "cabin_boy_rewarded": Telling(
        lambda n: ngettext(
            "{name} scores {points} point as Cabin Boy.", "{name} scores {points} points as Cabin Boy.", n
        ),
        lambda n: ngettext(
            "You score {points} point as Cabin Boy.", "You score {points} points as Cabin Boy.", n
        ),
        by="points",
    ),
    "became_captain": Telling(
        N_("{name} is the Captain from now on."), N_("You are the Captain from now on.")
    ),
    "sold": Telling(N_("{name} sells {goods} at {island}."), N_("You sell {goods} at {island}.")),
    "trade_points": Telling(
        lambda n: ngettext(
            "{name} scores {points} point for selling the most at {island}.",
            "{name} scores {points} points for selling the most at {island}.",
            n,
        ),
        lambda n: ngettext(
            "You score {points} point for selling the most at {island}.",
            "You score {points} points for selling the most at {island}.",
            n,
        ),
        by="points",
    ),
    "trade_points tied": Telling(
        lambda n: ngettext(
            "{name} scores {points} point as one of {tied} who sold the most at {island}.",
            "{name} scores {points} points as one of {tied} who sold the most at {island}.",
            n,
        ),
        lambda n: ngettext(
            "You score {points} point as one of {tied} who sold the most at {island}.",
            "You score {points} points as one of {tied} who sold the most at {island}.",
            n,
        ),
        by="points",
    ),
    "trade_points nothing": Telling(
        N_("{name} is one of {tied} who sold the most at {island}, and a tie so wide scores nothing."),
        N_("You are one of {tied} who sold the most at {island}, and a tie so wide scores nothing."),
    ),
    "kind_points": Telling(
        lambda n: ngettext(
            "{name} scores {points} point for showing the most {kind}.",
            "{name} scores {points} points for showing the most {kind}.",
            n,
        ),
        lambda n: ngettext(
            "You score {points} point for showing the most {kind}.",
            "You score {points} points for showing the most {kind}.",
            n,
        ),
        by="points",
    ),
    "kind_points tied": Telling(
        lambda n: ngettext(
            "{name} scores {points} point as one of {tied} who showed the most {kind}.",
            "{name} scores {points} points as one of {tied} who showed the most {kind}.",
            n,
        ),
        lambda n: ngettext(
            "You score {points} point as one of {tied} who showed the most {kind}.",
            "You score {points} points as one of {tied} who showed the most {kind}.",
            n,
        ),
        by="points",
    ),
    "kind_points nothing": Telling(
        N_("{name} is one of {tied} who showed the most {kind}, and a tie so wide scores nothing."),
        N_("You are one of {tied} who showed the most {kind}, and a tie so wide scores nothing."),
    ),
    "sailed": Telling(N_("The ship sails from {from} to {to}.")),
    "sailed nowhere": Telling(N_("The ship stays at {to}.")),
    "reshuffled": Telling(N_("The draw pile is used up: the discards are shuffled into a new one.")),
    "drew": Telling(
        lambda n: ngettext("{name} draws {count} card.", "{name} draws {count} cards.", n),
        lambda n: ngettext("You draw {count} card.", "You draw {count} cards.", n),
        by="count",
    ),
    "drew nothing": Telling(N_("{name} draws no card."), N_("You draw no card.")),
    "drew_good": Telling(N_("{name} draws {card}."), N_("You draw {card}.")),
    "loader_drew": Telling(
        lambda n: ngettext(
            "{name} draws {count} card as Loader.", "{name} draws {count} cards as Loader.", n
        ),
        lambda n: ngettext("You draw {count} card as Loader.", "You draw {count} cards as Loader.", n),
        by="count",
    ),
    "gave_back": Telling(
        N_("{name} gives back one of the cards just drawn, face down."),
        N_("You give back one of the cards just drawn, face down."),
    ),
    "gave_back_good": Telling(N_("{name} gives back {card}."), N_("You give back {card}.")),
    "game_over": Telling(N_("That was the last round: the ship stays where it lies, and the game is over.")),
    "won": Telling(
        lambda n: ngettext("{name} wins with {points} point.", "{name} wins with {points} points.", n),
        lambda n: ngettext("You win with {points} point.", "You win with {points} points.", n),
        by="points",
    ),
}


def _variant(kind: str, data: Data, _seat: int) -> str:
    """The key of the sentence that fits these numbers: nothing, a tie, a ship that stays."""
    match kind:
        case "offered" | "offer_paid" if not data["points"]:
            return f"{kind} nothing"
        case "left" if not data["cards"]:
            return "left empty"
        case "fought" if not data["count"]:
            return "fought not"
        case "drew" if not data["count"]:
            return "drew nothing"
        case "mutiny_won" if data["for"] == data["against"]:
            return "mutiny_won tied"
        case "mate_rewarded" if data["offer"]:
            return "mate_rewarded with the offer"
        case "pirates_sailed" | "sailed" if data["from"] == data["to"]:
            return f"{kind} nowhere"
        case "trade_points" | "kind_points" if int(data["tied"]) > 1:
            return f"{kind} tied" if data["points"] else f"{kind} nothing"
    return kind


def _placeholder_values(_kind: str, data: Data, _names: Sequence[str], _you: int | None) -> Values:
    """The values of the placeholders: numbers and island names as they are, goods and roles by name.

    `tied` includes the player: 1 is alone.
    """
    values = named(data, {"role": role_phrase})
    goods = str(data["good"]).split(",") if "good" in data else []
    if len(goods) > 1:
        number = Counter(goods)
        values["card"] = listed(good_count(good, number[good]) for good in GOODS if number[good])
    elif goods:
        [good] = goods
        values["card"] = card_name(good)
        values["kind"] = good_name(good, 2)
        values["goods"] = good_count(good, int(data.get("count", 1)))
    return values


def chapter(kind: str, data: Data) -> str | None:
    """The title of the part of the log that a fact opens, one a round. "" is the beginning of the match."""
    if kind not in ("", "round_began"):
        return None
    return _("Round {number}").format(number=data.get("round", 1))


# Who knows the cards is told of the cards, in one sentence, and not that there were so many.
RETOLD: Mapping[str, Mapping[str, str]] = {
    "drew": {"drew_good": "good"},
    "loader_drew": {"drew_good": "good"},
    "gave_back": {"gave_back_good": "good"},
}

FACT_SENTENCES = Tellings(TELLINGS, _placeholder_values, _variant)


def sentence(kind: str, data: Data, seat: int, names: Sequence[str], you: int | None = None) -> str:
    """The fact as one sentence. Raises KeyError for an unknown kind."""
    return FACT_SENTENCES(kind, data, seat, names, you)
