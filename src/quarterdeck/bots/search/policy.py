"""A network's policy without any search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.net import Net
from quarterdeck.kernel.verbs import canonical
from quarterdeck.play import View


def policy_of(view: View, net: Net) -> NDArray[np.float64]:
    """The policy over the view's legal actions: float64 [actions], in the order of `view.legal()`, with the
    sum 1. Uniform without a network, which must be the game's (`weights.check_net_fits`).
    """
    ids = [action.id for action in view.legal()]
    if not len(net.first):
        return np.full(len(ids), 1 / len(ids))
    lower = np.maximum(view.observation() @ net.first + net.first_bias, 0)
    upper = np.maximum(lower @ net.second + net.second_bias, 0)
    rows = [canonical(view.state, view.seat or 0, one) for one in ids] if net.canonical else ids
    logits = (net.act[rows] @ upper + net.act_bias[rows]).astype(np.float64)
    shares = np.exp(logits - logits.max())
    return np.asarray(shares / shares.sum(), np.float64)
