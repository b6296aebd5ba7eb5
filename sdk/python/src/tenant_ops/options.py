from __future__ import annotations

from typing import TypedDict


class CallOptions(TypedDict, total=False):
    """Options of a single call."""

    timeout_seconds: float
    """The timeout of one attempt; replaces that of the client."""
    idempotency_key: str
    """Replaces the generated Idempotency-Key of a POST, so that the service recognizes a repetition by your code."""
