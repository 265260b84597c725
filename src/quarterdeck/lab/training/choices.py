"""The legal actions of many decisions, one list after the other, and what was chosen among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor


class Choices(NamedTuple):
    """The legal actions of m decisions: those of decision i are `action[first[i]:first[i + 1]]`, int64.
    `chosen` int64 [m] is the index of the chosen one, `log_chance` float32 [m] its log probability.
    """

    first: Tensor
    action: Tensor
    chosen: Tensor
    log_chance: Tensor


class LegalChoices(NamedTuple):
    """The legal actions of many lanes.

    `lowest` int64 [lanes] is the lowest legal action of each lane. `lanes` int64 [m] are the lanes with
    several legal actions; `choices` are their legal actions, none of them chosen yet.
    """

    lowest: Tensor
    lanes: Tensor
    choices: Choices


def legal_choices(legal: Tensor) -> LegalChoices:
    """The legal actions of lanes, from a mask `legal`, bool [lanes, actions], with a True in each row."""
    lane, action = nonzero(legal)
    count = torch.bincount(lane, minlength=len(legal))
    several = count > 1
    lanes = several.nonzero()[:, 0]
    chosen = torch.zeros_like(lanes)
    first, ids = bounds(count[lanes]), action[several[lane]]
    return LegalChoices(
        action[count.cumsum(0) - count],
        lanes,
        Choices(first, ids, chosen, torch.zeros(len(lanes), device=legal.device)),
    )


def nonzero(legal: Tensor) -> tuple[Tensor, Tensor]:
    """The rows and columns of the mask's True entries. On the processor NumPy's search is faster."""
    if legal.is_cuda:
        rows, columns = legal.nonzero(as_tuple=True)
        return rows, columns
    row, column = np.divmod(np.flatnonzero(legal.numpy()), legal.shape[1])
    return torch.from_numpy(row), torch.from_numpy(column)


def bounds(count: Tensor) -> Tensor:
    """Where each of m lists of the lengths `count` [m] begins, and where the last one ends: [m + 1]."""
    return torch.cat([count.new_zeros(1), count.cumsum(0)])


def select(choices: Choices, rows: Tensor) -> tuple[Choices, Tensor]:
    """These rows of the choices, and the indices of their legal actions in `choices.action`."""
    begin = choices.first[rows]
    count = choices.first[rows + 1] - begin
    first = bounds(count)
    total = int(first[-1])
    shift = torch.repeat_interleave(begin - first[:-1], count, output_size=total)
    edges = shift + torch.arange(total, device=rows.device)
    return Choices(first, choices.action[edges], choices.chosen[rows], choices.log_chance[rows]), edges


def joined(parts: list[Choices]) -> Choices:
    """Concatenate several choices."""
    count = torch.cat([part.first.diff() for part in parts])
    action, chosen, log_chance = (torch.cat(column) for column in list(zip(*parts, strict=True))[1:])
    return Choices(bounds(count), action, chosen, log_chance)
