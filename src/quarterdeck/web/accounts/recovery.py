"""Recovery codes: what a person prints, and types in when no passkey is left.

A code is twenty digits and letters in groups of four. It has no letters that look like digits. The last sign
is a check sign, computed from the others, so that a mistyped code is told from a wrong one.
"""

from __future__ import annotations

import secrets
from typing import Final

from quarterdeck.i18n import _
from quarterdeck.web.errors import Refused

__all__ = ["grouped", "new_code", "read_code"]

# Crockford's alphabet, and what people write instead of some of its signs.
SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE: Final = str.maketrans("OIL", "011")
LENGTH: Final = 20
GROUP: Final = 4
MOST_TYPED: Final = 100


def new_code() -> str:
    """A new code, without its hyphens: 95 random bits."""
    signs = "".join(secrets.choice(SIGNS) for _sign in range(LENGTH - 1))
    return signs + _check_sign(signs)


def _check_sign(signs: str) -> str:
    """The check sign of these signs. If any single one of them is changed, the check sign changes, too."""
    return SIGNS[sum((2 * at + 1) * SIGNS.index(sign) for at, sign in enumerate(signs)) % len(SIGNS)]


def grouped(code: str) -> str:
    """A code as it is printed."""
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(typed: str) -> str:
    """A code as somebody has typed it, with or without hyphens and in any case. Raises Refused."""
    if len(typed) <= MOST_TYPED:
        code = "".join(sign for sign in typed.upper() if sign.isalnum()).translate(ALIKE)
        if len(code) == LENGTH and set(code) <= set(SIGNS):
            if code[-1] != _check_sign(code[:-1]):
                raise Refused(
                    _("One character of this code is wrong: compare it with what you printed."), 400
                )
            return code
        if len(code) == LENGTH and "U" in code:
            raise Refused(_("A recovery code has no letter U: it may be a V. Look at what you printed."), 400)
    sentence = _("A recovery code has {length} letters and digits: compare it with what you printed.")
    raise Refused(sentence.format(length=LENGTH), 400)
