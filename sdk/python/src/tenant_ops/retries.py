from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Optional

from .errors import ApiError, ConflictError, RateLimitError, ServerError, ServiceConnectionError

_MOST_WAITED_SECONDS = 60
"""If `Retry-After` is longer than this, the error is raised instead of retrying."""
_JITTER = 0.2
"""Random part of the delays. A longer `Retry-After` replaces the delay."""


@dataclass(frozen=True)
class Pause:
    """A step of a call: the delay before a retry."""

    seconds: float

    def run(self) -> None:
        time.sleep(self.seconds)


def is_transient(error: Exception, failed: int) -> bool:
    """True if a retry may succeed. A retry can get a conflict because its own first attempt is still
    running.
    """
    waiting = _find_waiting(error)
    if waiting is not None:
        return (waiting.retry_after_seconds or 0) <= _MOST_WAITED_SECONDS
    is_running = failed > 0 and isinstance(error, ConflictError)
    return is_running or isinstance(error, ServiceConnectionError)


def pause_after(error: Exception, delay_seconds: float) -> Pause:
    waiting = _find_waiting(error)
    asked_seconds = waiting.retry_after_seconds if waiting is not None else None
    return Pause(max(delay_seconds * (1 + random.random() * _JITTER), asked_seconds or 0))


def _find_waiting(error: Exception) -> Optional[ApiError]:
    """Returns the error if its `Retry-After` counts."""
    return error if isinstance(error, (ServerError, RateLimitError)) else None
