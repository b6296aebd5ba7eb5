from __future__ import annotations

import random
import time
from typing import Callable, Sequence, TypeVar

from .errors import ConflictError, ServerError, ServiceConnectionError

RETRY_DELAYS_SECONDS: Sequence[float] = (1, 5, 30)
"""The delays before the second, third and fourth attempt, as the API recommends."""

_MOST_WAITED_SECONDS = 60
"""If `Retry-After` is longer than this, the error is raised instead of retrying."""
_JITTER = 0.2
"""Random part of the delays above. A longer `Retry-After` replaces the delay."""

Result = TypeVar("Result")


def with_retries(
    work: Callable[[], Result], is_repeatable: bool, delays_seconds: Sequence[float]
) -> Result:
    """Retries transient errors, only if sending the request twice has the same effect as sending it once."""
    delays = delays_seconds if is_repeatable else ()
    for failed, delay_seconds in enumerate(delays):
        try:
            return work()
        except Exception as error:
            if not _is_passing(error, failed):
                raise
            pause_seconds = _pause_after(error, delay_seconds)
        time.sleep(pause_seconds)
    return work()


def _is_passing(error: Exception, failed: int) -> bool:
    """True if a retry may succeed. A retry can get a conflict because its own first attempt is still running."""
    if isinstance(error, ServerError):
        return (error.retry_after_seconds or 0) <= _MOST_WAITED_SECONDS
    is_running = failed > 0 and isinstance(error, ConflictError)
    return is_running or isinstance(error, ServiceConnectionError)


def _pause_after(error: Exception, delay_seconds: float) -> float:
    asked_seconds = error.retry_after_seconds if isinstance(error, ServerError) else None
    return max(delay_seconds * (1 + random.random() * _JITTER), asked_seconds or 0)
