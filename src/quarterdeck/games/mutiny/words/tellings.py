"""The sentences of the facts: for others, for the seat that a fact is about, and for the player affected."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.sentences import Telling

_BIDDING = {
    "turn_began": Telling(
        N_("Turn {turn} begins with {name} as lookout."), N_("Turn {turn} begins, and you are the lookout.")
    ),
    "tile_turned": Telling(N_("A new chart tile lies face up.")),
    "reshuffled": Telling(N_("No chart tile is left: all of them are shuffled again.")),
    "called": Telling(N_("{name} calls out: {crew}!"), N_("You call out: {crew}!")),
    "bid_closed": Telling(N_("{name} holds out a closed fist."), N_("You hold out your closed fist.")),
    "bid_made": Telling(N_("In {name}'s fist: {bid}."), N_("In your fist: {bid}.")),
    "bid_shown": Telling(N_("{name} puts {bid} on {crew}."), N_("You put {bid} on {crew}.")),
}

_RESOLUTION = {
    "resolved": Telling(N_("Now to {crew}: who has bribed best?")),
    "no_bribe": Telling(N_("Nobody has bribed {crew}, who helps nobody.")),
    "no_bribe pilot": Telling(N_("Nobody has bribed the Pilot: the ship stays where it is.")),
    "tied": Telling(
        N_("Tied for {stake} are {tied}: {name}, the lookout, decides."),
        N_("Tied for {stake} are {tied}: as lookout, you decide."),
    ),
    "offer_closed": Telling(
        N_("{name} has settled on an offer to the lookout, or on none."),
        N_("You have settled on your offer to the lookout, or on none."),
    ),
    "offer_made": Telling(
        N_("{name}'s closed offer: {things} if {other} is picked."),
        N_("Your closed offer: {things} if {other} is picked."),
        N_("{name}'s closed offer: {things} if you are picked."),
    ),
    "offer_made own": Telling(
        N_("{name}'s closed offer: {things} for being picked."),
        N_("Your closed offer: {things} for being picked."),
    ),
    "offer_made none": Telling(
        N_("{name}'s closed offer: nothing."),
        N_("Your closed offer: nothing."),
    ),
    "offer_shown": Telling(
        N_("{name} offers the lookout {things} if {other} is picked."),
        N_("You offer the lookout {things} if {other} is picked."),
        N_("{name} offers the lookout {things} if you are picked."),
    ),
    "offer_shown own": Telling(
        N_("{name} offers the lookout {things} for being picked."),
        N_("You offer the lookout {things} for being picked."),
    ),
    "offer_shown none": Telling(
        N_("{name} offers the lookout nothing."),
        N_("You offer the lookout nothing."),
    ),
    "offered": Telling(N_("{name} offers {things} {wish}."), N_("You offer {things} {wish}.")),
    "offered own": Telling(
        N_("{name} offers {things} for being picked."), N_("You offer {things} for being picked.")
    ),
    "offered but own": Telling(
        N_("{name} offers {things} for picking anyone else."),
        N_("You offer {things} for picking anyone else."),
    ),
    "withdrawn": Telling(N_("{name} withdraws the offer."), N_("You withdraw your offer.")),
    "passed": Telling(N_("{name} leaves it at that."), N_("You leave it at that.")),
    "asked": Telling(
        N_("{name}, the lookout, asks {things} for picking {other}."),
        N_("As lookout, you ask {things} for picking {other}."),
        N_("{name}, the lookout, asks {things} for picking you."),
    ),
    "asked own": Telling(
        N_("{name}, the lookout, asks {things} for picking {name}."),
        N_("As lookout, you ask {things} for picking yourself."),
    ),
    "waited": Telling(
        N_("{name}, the lookout, waits for other offers."), N_("As lookout, you wait for other offers.")
    ),
    "struck": Telling(
        N_("{name} and {other} shake hands: {things} {wish}."),
        N_("You and {other} shake hands: {things} {wish}."),
        N_("{name} and you shake hands: {things} {wish}."),
    ),
    "picked": Telling(
        N_("{name} breaks the tie and picks {other}."),
        N_("You break the tie and pick {other}."),
        N_("{name} breaks the tie and picks you."),
    ),
    "picked own": Telling(
        N_("{name} breaks the tie and picks {name}."),
        N_("You break the tie and pick yourself."),
    ),
    "deal": Telling(
        N_("As agreed, {other} pays {name} {things}."),
        N_("As agreed, {other} pays you {things}."),
        N_("As agreed, you pay {name} {things}."),
    ),
    "primary": Telling(N_("{name} gets {stake}."), N_("You get {stake}.")),
    "secondary": Telling(N_("{name} gets {stake}."), N_("You get {stake}.")),
}

_ABILITIES = {
    "gained": Telling(N_("{name} gains {things}."), N_("You gain {things}.")),
    "lost": Telling(N_("{name} loses {things}."), N_("You lose {things}.")),
    "spared gain rum": Telling(N_("The bank has no rum for {name}."), N_("The bank has no rum for you.")),
    "spared gain doubloon": Telling(
        N_("{name} has all ten doubloons already and gains none."),
        N_("You have all your ten doubloons already and gain none."),
    ),
    "spared loss rum": Telling(
        N_("{name} has no unplayed rum to lose."), N_("You have no unplayed rum to lose.")
    ),
    "spared loss doubloon": Telling(
        N_("{name} has no doubloon to lose."), N_("You have no doubloon to lose.")
    ),
    "spared loss cutlass": Telling(N_("{name} has no cutlass to lose."), N_("You have no cutlass to lose.")),
    "moved doubloon": Telling(
        N_("{name} moves {other}'s doubloon from {start} to {end}."),
        N_("You move {other}'s doubloon from {start} to {end}."),
        N_("{name} moves your doubloon from {start} to {end}."),
    ),
    "moved doubloon own": Telling(
        N_("{name} moves a doubloon of their own from {start} to {end}."),
        N_("You move a doubloon of your own from {start} to {end}."),
    ),
    "moved rum": Telling(
        N_("{name} moves {other}'s rum from {start} to {end}."),
        N_("You move {other}'s rum from {start} to {end}."),
        N_("{name} moves your rum from {start} to {end}."),
    ),
    "moved rum own": Telling(
        N_("{name} moves rum of their own from {start} to {end}."),
        N_("You move rum of your own from {start} to {end}."),
    ),
    "stayed": Telling(N_("{name} moves nothing."), N_("You move nothing.")),
    "spyglass": Telling(
        N_("The First Mate hands {name} the spyglass: {name} is the lookout."),
        N_("The First Mate hands you the spyglass: you are the lookout."),
    ),
}

_COURSE = {
    "set_course north": Telling(N_("{name} sets course for the north."), N_("You set course for the north.")),
    "set_course south": Telling(N_("{name} sets course for the south."), N_("You set course for the south.")),
    "controls": Telling(N_("{name} controls {crew}."), N_("You control {crew}.")),
    "missed": Telling(N_("Nobody controls {crew}: nobody is concerned.")),
    "lost_doubloon unplayed": Telling(
        N_("{name} loses an unplayed doubloon."), N_("You lose an unplayed doubloon.")
    ),
    "lost_doubloon": Telling(
        N_("{name} loses a doubloon that lay on {place}."), N_("You lose a doubloon that lay on {place}.")
    ),
}

_END = {
    "retrieved": Telling(
        N_("{name} takes a doubloon back from {crew}."), N_("You take a doubloon back from {crew}.")
    ),
    "rum_drunk": Telling(N_("The crew drinks the rum of its bribes: {things}.")),
    "game_over": Telling(N_("The game is over.")),
    "won": Telling(
        N_("{name} wins and takes the ship, with {hoard}."), N_("You win and take the ship, with {hoard}.")
    ),
    "drawn": Telling(
        N_("{name} shares the first place with {hoard}."), N_("You share the first place with {hoard}.")
    ),
}

TELLINGS: dict[str, Telling] = {**_BIDDING, **_RESOLUTION, **_ABILITIES, **_COURSE, **_END}
