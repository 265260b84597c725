"""A bot that plays a network's policy, without search."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.bots.base import BotError, chance, choices_of, drawn
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import check_net_fits, own_net
from quarterdeck.i18n import _, short
from quarterdeck.play import Action, View
from quarterdeck.play.checks import is_finite


@dataclass(frozen=True)
class NetworkPolicy:
    """Draws its action from the policy of the game's own network, or of `net`.

    `sharpness` is the power to which the policy is raised: 1 plays as trained, 0 at random, and more than 1
    prefers the best actions.
    """

    seed: int | str = 0
    sharpness: float = 1.0
    net: Net | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raises BotError for a sharpness that is no number from 0 on."""
        given: object = self.sharpness
        if not (is_finite(given) and given >= 0):
            sentence = _("“{name}” is a number from 0 on, not {value}.")
            raise BotError(sentence.format(name="sharpness", value=short(given)))

    def choose(self, view: View) -> Action:
        """An action of `view.legal()`. Raises WeightsError if the network's file is damaged; BotError for
        another game's `net`.
        """
        legal = choices_of(view)
        if len(legal) == 1:
            return legal[0]
        net = own_net(view.game.id) if self.net is None else self.net
        if self.net is not None:
            check_net_fits(net, view.game)
        policy = policy_of(view, net)
        # Relative to the best action, so that no power rounds all of them to 0.
        shares = (policy / policy.max()) ** self.sharpness
        return drawn(legal, shares, chance(self.seed, view, "policy") * shares.sum())
