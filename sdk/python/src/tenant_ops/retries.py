from __future__ import annotations

import random
import time
from typing import Callable, Sequence, TypeVar

from .errors import ConflictError, ServerError, ServiceConnectionError

RETRY_DELAYS_SECONDS: Sequence[float] = (1, 5, 30)
"""What the service asks for: three more attempts, 1, 5 and 30 seconds after a failed one."""

_MOST_WAITED_SECONDS = 60
"""A service that wants to be left alone for longer is not waited for."""
_JITTER = 0.2
"""Clients that failed at the same time do not return at the same time."""

Result = TypeVar("Result")


def with_retries(
    work: Callable[[], Result], is_repeatable: bool, delays_seconds: Sequence[float]
) -> Result:
    """Works again while it fails in a way that passes, and sending it twice does nothing twice."""
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
    """A repetition that meets its own first attempt, still running, is told of a conflict."""
    if isinstance(error, ServerError):
        return (error.retry_after_seconds or 0) <= _MOST_WAITED_SECONDS
    is_running = failed > 0 and isinstance(error, ConflictError)
    return is_running or isinstance(error, ServiceConnectionError)


def _pause_after(error: Exception, delay_seconds: float) -> float:
    asked_seconds = error.retry_after_seconds if isinstance(error, ServerError) else None
    return max(delay_seconds * (1 + random.random() * _JITTER), asked_seconds or 0)
