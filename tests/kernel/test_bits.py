from __future__ import annotations

from quarterdeck.kernel.bits import count_bits, has, nth_bit
from quarterdeck.kernel.jit import compiled


@compiled
def summed(mask: int, members: int) -> int:
    """`has`, `count_bits` and `nth_bit` of a set, in one number."""
    total = 1000 * count_bits(mask)
    for one in range(16):
        total += one * int(has(mask, one))
    for at in range(members):
        total += 100_000 * (at + 1) * nth_bit(mask, at)
    return total


def test_sets_tell_their_members_compiled_and_interpreted() -> None:
    for mask in (0, 1, 0b1000_0000_0000_0001, 0b0110_1010, 0xFFFF):
        members = [one for one in range(16) if mask & (1 << one)]
        assert [one for one in range(16) if has(mask, one)] == members
        assert [nth_bit(mask, at) for at in range(count_bits(mask))] == members
        assert summed(mask, len(members)) == summed.interpreted(mask, len(members))
