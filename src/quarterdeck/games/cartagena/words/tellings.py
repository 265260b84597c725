"""The sentences of the facts: for others, for the seat that a fact is about, and for the player affected."""

from __future__ import annotations

from quarterdeck.i18n import N_, ngettext
from quarterdeck.kernel.sentences import Telling

_VOYAGE = {
    "round_began": Telling(
        N_("Round {round} begins with {name} as giver."), N_("Round {round} begins, and you are the giver.")
    ),
    "stormed": Telling(N_("The storm makes {pirate} seasick: off to the lifeboat, and out of play.")),
    "returned": Telling(N_("Out of the lifeboat and back in play comes {pirate}.")),
    "opened": Telling(
        N_("{name} knocks at the next door: it is {pirate}."),
        N_("You knock at the next door: it is {pirate}."),
    ),
    "opened last": Telling(
        N_("{name} knocks at the last door: it is {pirate}."),
        N_("You knock at the last door: it is {pirate}."),
    ),
    "used": Telling(N_("{name} visits {pirate}."), N_("You visit {pirate}.")),
    "ghost_met": Telling(
        N_("Boo! The Ghost ends {name}'s turn on the spot."), N_("Boo! The Ghost ends your turn on the spot.")
    ),
    "sate_grew": Telling(
        lambda n: ngettext(
            "{name} passes Satè by: now {coins} coin lies on the card.",
            "{name} passes Satè by: now {coins} coins lie on the card.",
            n,
        ),
        lambda n: ngettext(
            "You pass Satè by: now {coins} coin lies on the card.",
            "You pass Satè by: now {coins} coins lie on the card.",
            n,
        ),
        by="coins",
    ),
    "sate_back": Telling(
        lambda n: ngettext(
            "Nobody came for Satè: {coins} coin goes back to the supply.",
            "Nobody came for Satè: {coins} coins go back to the supply.",
            n,
        ),
        by="coins",
    ),
    "sailed": Telling(
        lambda n: ngettext("The ship sails {spaces} space.", "The ship sails {spaces} spaces.", n),
        by="spaces",
    ),
    "sailed nowhere": Telling(N_("Every pirate met was visited: the ship stays where it is.")),
    "storm_met": Telling(N_("The ship runs into a storm!")),
    "ran_out combat": Telling(N_("The combat cards have run out: this is the last round of the voyage.")),
    "ran_out gold": Telling(N_("The gold cards have run out: this is the last round of the voyage.")),
    "ran_out coins": Telling(N_("The coins have run out: this is the last round of the voyage.")),
    "voyage_ended": Telling(N_("The ship has come to the end of its route: mutiny!")),
    "voyage_ended dry": Telling(N_("With a supply used up, the voyage is over: mutiny!")),
}

_SUPPLIES = {
    "got_coins": Telling(
        lambda n: ngettext(
            "{name} gets {coins} coin from {pirate}.", "{name} gets {coins} coins from {pirate}.", n
        ),
        lambda n: ngettext("You get {coins} coin from {pirate}.", "You get {coins} coins from {pirate}.", n),
        by="coins",
    ),
    "went_empty combat": Telling(
        N_("There is no further combat card for {name}."), N_("There is no further combat card for you.")
    ),
    "went_empty gold": Telling(
        N_("There is no further gold card for {name}."), N_("There is no further gold card for you.")
    ),
    "went_empty coins": Telling(
        N_("There is no further coin for {name}."), N_("There is no further coin for you.")
    ),
    "came_to_nothing": Telling(
        N_("There is nothing that {pirate} could do for {name} now."),
        N_("There is nothing that {pirate} could do for you now."),
    ),
    "declined chang-ye": Telling(N_("{name} steals nothing."), N_("You steal nothing.")),
    "declined bijoux": Telling(
        N_("{name} leaves the conviction card untouched."), N_("You leave your conviction card untouched.")
    ),
    "declined ojo": Telling(
        N_("{name} looks at nobody's conviction card."), N_("You look at nobody's conviction card.")
    ),
    "declined cambivalute": Telling(
        N_("{name} looks at no pair of sailors."), N_("You look at no pair of sailors.")
    ),
    "drew_combat": Telling(
        lambda n: ngettext("{name} draws {cards} combat card.", "{name} draws {cards} combat cards.", n),
        lambda n: ngettext("You draw {cards} combat card.", "You draw {cards} combat cards.", n),
        by="cards",
    ),
    "drew_combat_card": Telling(N_("{name} draws {card}."), N_("You draw {card}.")),
    "drew_gold": Telling(
        lambda n: ngettext("{name} takes {cards} gold card.", "{name} takes {cards} gold cards.", n),
        lambda n: ngettext("You take {cards} gold card.", "You take {cards} gold cards.", n),
        by="cards",
    ),
    "drew_gold_card": Telling(
        N_("{name}'s gold card is worth {value}."), N_("Your gold card is worth {value}.")
    ),
}

_PIRATES = {
    "looked_at": Telling(
        N_("{name} looks at the top two combat cards."), N_("You look at the top two combat cards.")
    ),
    "looked_at gold": Telling(
        N_("{name} looks at the top gold card and the top combat card."),
        N_("You look at the top gold card and the top combat card."),
    ),
    "looked_at_card": Telling(N_("{name} sees {card}."), N_("You see {card}.")),
    "looked_at_gold_card": Telling(
        N_("{name} sees a gold card worth {value}."), N_("You see a gold card worth {value}.")
    ),
    "kept": Telling(
        N_("{name} keeps one of them; the other goes under the pile."),
        N_("You keep one of them; the other goes under the pile."),
    ),
    "kept gold": Telling(
        N_("{name} keeps the gold card; the combat card goes under its pile."),
        N_("You keep the gold card; the combat card goes under its pile."),
    ),
    "kept combat": Telling(
        N_("{name} keeps the combat card; the gold card goes under its pile."),
        N_("You keep the combat card; the gold card goes under its pile."),
    ),
    "kept_card": Telling(N_("{name} keeps {card}."), N_("You keep {card}.")),
    "put_under": Telling(
        N_("{name} puts a combat card under the pile."), N_("You put a combat card under the pile.")
    ),
    "put_under_card": Telling(N_("{name} puts {card} under the pile."), N_("You put {card} under the pile.")),
    "sold": Telling(N_("{name} sells a combat card for a coin."), N_("You sell a combat card for a coin.")),
    "sold_card": Telling(N_("{name} sells {card}."), N_("You sell {card}.")),
    "bought": Telling(N_("{name} buys a combat card for a coin."), N_("You buy a combat card for a coin.")),
    "robbed": Telling(
        N_("{name} steals a coin from {other}."),
        N_("You steal a coin from {other}."),
        N_("{name} steals a coin from you."),
    ),
    "robbed by mascot": Telling(
        N_("{name}'s mascot steals a coin from {other}."),
        N_("Your mascot steals a coin from {other}."),
        N_("{name}'s mascot steals a coin from you."),
    ),
    "side_placed": Telling(
        N_("{name} takes a side, in secret: a conviction card lies face down."),
        N_("You take a side, in secret: your conviction card lies face down."),
    ),
    "side_handled": Telling(
        N_("{name} picks up the conviction card once more: a change of heart, or a bluff?"),
        N_("You pick up your conviction card once more: a change of heart, or a bluff?"),
    ),
    "side_chosen": Telling(N_("{name} stands for {side}."), N_("You stand for {side}.")),
    "spied": Telling(
        N_("{name} looks at {other}'s conviction card."),
        N_("You look at {other}'s conviction card."),
        N_("{name} looks at your conviction card."),
    ),
    "spied_side": Telling(
        N_("{name} sees that {other} stands for {side}."),
        N_("You see that {other} stands for {side}."),
        N_("{name} sees that you stand for {side}."),
    ),
}

_SAILORS = {
    "sailors_taken": Telling(
        N_("{name} takes two sailors from the deck, for duel {pair}."),
        N_("You take two sailors from the deck, for duel {pair}."),
    ),
    "sailors_seen": Telling(
        N_("{name} sees two sailors worth {low} and {high}."),
        N_("You see two sailors worth {low} and {high}."),
    ),
    "sailors_placed": Telling(
        N_("{name} places one on each side of duel {pair}."), N_("You place one on each side of duel {pair}.")
    ),
    "sailors_set": Telling(
        N_("In duel {pair} Captain Valverde's sailor is worth {valverde}, Ramon Diaz's {diaz}."),
    ),
    "inspected": Telling(
        N_("{name} looks at the two sailors of duel {pair}."),
        N_("You look at the two sailors of duel {pair}."),
    ),
    "pair_seen": Telling(
        N_("In duel {pair} Captain Valverde's sailor is worth {valverde}, Ramon Diaz's {diaz}."),
    ),
    "pair_handled": Telling(
        N_("{name} puts the sailors of duel {pair} back, swapped or not."),
        N_("You put the sailors of duel {pair} back, and nobody sees whether you swapped them."),
    ),
    "pair_set": Telling(
        N_("Now Captain Valverde's sailor in duel {pair} is worth {valverde}, Ramon Diaz's {diaz}."),
    ),
}

_MUTINY = {
    "left_out": Telling(
        N_("{name} has taken no side and can't take part in the mutiny."),
        N_("You have taken no side and can't take part in the mutiny."),
    ),
    "duel_began": Telling(
        N_("Duel {pair} begins: {valverde} for Captain Valverde, {diaz} for Ramon Diaz."),
    ),
    "posted": Telling(N_("{name} lays a card face down."), N_("You lay a card face down.")),
    "posted_card": Telling(N_("{name} lays {card}."), N_("You lay {card}.")),
    "card_shown valverde": Telling(N_("{Card}, for Captain Valverde.")),
    "card_shown diaz": Telling(N_("{Card}, for Ramon Diaz.")),
    "mascot_shown": Telling(
        N_("{name} lets the mascot out and leaves this duel."),
        N_("You let your mascot out and leave this duel."),
    ),
    "mascot_shown at once": Telling(
        N_("{name} lets the mascot out in the first round."),
        N_("You let your mascot out in the first round."),
    ),
    "strength": Telling(N_("It stands {more} to {less}: {ahead} leads.")),
    "strength even": Telling(N_("It stands {more} all.")),
    "out_of_cards": Telling(
        N_("Without a combat card for the first round, {name} is out and can't win any more."),
        N_("Without a combat card for the first round, you are out and can't win any more."),
    ),
    "mascot_at_once": Telling(
        N_("With the mascot in the first round, {name} is out and can't win any more."),
        N_("With your mascot in the first round, you are out and can't win any more."),
    ),
    "coin_given_back": Telling(
        N_("{name} has to give a coin to the supply, to pay the mascots."),
        N_("You have to give a coin to the supply, to pay the mascots."),
    ),
    "mascot_paid": Telling(
        lambda n: ngettext(
            "{name}'s mascot brings {coins} coin from the supply.",
            "{name}'s mascot brings {coins} coins from the supply.",
            n,
        ),
        lambda n: ngettext(
            "Your mascot brings {coins} coin from the supply.",
            "Your mascot brings {coins} coins from the supply.",
            n,
        ),
        by="coins",
    ),
    "mascot_paid nothing": Telling(
        N_("{name}'s mascot finds the supply empty."), N_("Your mascot finds the supply empty.")
    ),
    "duel_won": Telling(N_("{leader} wins the duel, {more} to {less}.")),
    "duel_won tied": Telling(N_("{more} all, but {leader} wins the duel by the stronger combat cards.")),
    "mutiny_won valverde": Telling(N_("The mutiny is put down: Captain Valverde keeps the ship.")),
    "mutiny_won diaz": Telling(N_("The mutiny succeeds: the ship is Ramon Diaz's now.")),
    "side_shown": Telling(N_("{name} stood for {side}."), N_("You stood for {side}.")),
    "gold_counted": Telling(
        N_("{name} was on the right side: {gold} gold, and {combat} in combat cards of its colour."),
        N_("You were on the right side: {gold} gold, and {combat} in combat cards of its colour."),
    ),
    "game_over": Telling(N_("The game is over.")),
    "won": Telling(N_("{name} wins with {gold} gold."), N_("You win with {gold} gold.")),
    "won nothing": Telling(N_("{name} wins without any gold."), N_("You win without any gold.")),
    "nobody_won": Telling(N_("Nobody stood for the side that won: nobody wins.")),
    "nobody_won none left": Telling(N_("Nobody was left in the mutiny: nobody wins.")),
}

TELLINGS: dict[str, Telling] = {**_VOYAGE, **_SUPPLIES, **_PIRATES, **_SAILORS, **_MUTINY}
