"""A bot that plays a network's policy, without search."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.bots.base import chance, choices_of, drawn
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import check_net_fits, own_net
from quarterdeck.play import Action, View


@dataclass(frozen=True)
class NetworkPolicy:
    """Draws its action from the policy of the game's own network, or of `net`.

    `sharpness` is the power to which the policy is raised: 1 plays as trained, 0 at random, and more prefers
    the best actions.
    """

    seed: int | str = 0
    sharpness: float = 1.0
    net: Net | None = field(default=None, repr=False, compare=False)

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
        shares = policy_of(view, net) ** self.sharpness
        return drawn(legal, shares, chance(self.seed, view, "policy") * shares.sum())
