from __future__ import annotations

from typing import TypedDict


class CallOptions(TypedDict, total=False):
    """What may be said of a single call."""

    timeout_seconds: float
    """The most that one attempt may take, in place of the client's."""
    idempotency_key: str
    """In place of the key that every POST sends, so that a repetition of yours is known as one."""
