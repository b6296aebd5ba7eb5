from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Dict, Mapping, Optional, Sequence, TypedDict

if TYPE_CHECKING:
    from .attempt import HttpReply, HttpRequest

TIMEOUT_SECONDS: float = 60
RETRY_DELAYS_SECONDS: Sequence[float] = (1, 5, 30)
"""The delays before the second, third and fourth attempt, as the API recommends."""


@dataclass(frozen=True)
class ResponseInfo:
    """The metadata of a response."""

    status: int
    headers: Mapping[str, str]
    """The names are in lower case."""
    request_id: Optional[str]
    """The id of the request in the logs of the service."""


@dataclass(frozen=True)
class AttemptReport:
    """The report of one HTTP request. It contains no credential."""

    operation: str
    method: str
    url: str
    attempt: int
    """1 for the first attempt of a call."""
    duration_seconds: float
    status: Optional[int]
    """None if no response arrived."""
    request_id: Optional[str]
    error: Optional[Exception]
    """The reason if no response arrived."""


@dataclass(frozen=True)
class RetryReport:
    operation: str
    failed: int
    """The number of failed attempts."""
    delay_seconds: float
    error: Exception


class ClientOptions(TypedDict, total=False):
    """Options of a client."""

    timeout_seconds: float
    """The timeout of one attempt. Defaults to 60."""
    retry_delays_seconds: Sequence[float]
    """The delays before the retries. Defaults to 1, 5 and 30 seconds; `()` disables retries."""
    headers: Mapping[str, str]
    """Headers of all requests. They cannot replace the headers that the client sets itself."""
    on_attempt: Callable[[AttemptReport], None]
    """Called after each HTTP request, for logs and metrics, by the thread that sent it. An error
    that it raises fails the call.
    """
    on_retry: Callable[[RetryReport], None]
    """Called before the delay of each retry."""
    ssl_context: ssl.SSLContext
    """Verifies the certificate of the service, for example with a certificate authority of your own."""
    send: Callable[[HttpRequest, float], HttpReply]
    """Sends one HTTP request within a number of seconds, instead of the client."""


class CallOptions(TypedDict, total=False):
    """Options of a single call."""

    timeout_seconds: float
    """The timeout of one attempt; replaces that of the client."""
    retry_delays_seconds: Sequence[float]
    """The delays before the retries; replaces those of the client. `()` disables retries."""
    idempotency_key: str
    """Replaces the generated Idempotency-Key of a POST, so that the service recognizes a repetition by your code."""
    headers: Mapping[str, str]
    """Further headers of this call."""
    on_response: Callable[[ResponseInfo], None]
    """Called with the status, the headers and the request id of the successful response. A list calls
    it for each page.
    """


@dataclass(frozen=True)
class ClientSettings:
    """The options of a client with their defaults. Rejects unknown options."""

    timeout_seconds: float = TIMEOUT_SECONDS
    retry_delays_seconds: Sequence[float] = RETRY_DELAYS_SECONDS
    headers: Optional[Mapping[str, str]] = None
    on_attempt: Optional[Callable[[AttemptReport], None]] = None
    on_retry: Optional[Callable[[RetryReport], None]] = None
    ssl_context: Optional[ssl.SSLContext] = None
    send: Optional[Callable[[HttpRequest, float], HttpReply]] = None


@dataclass(frozen=True)
class CallSettings:
    """The options of a call. Rejects unknown options."""

    timeout_seconds: Optional[float] = None
    retry_delays_seconds: Optional[Sequence[float]] = None
    idempotency_key: Optional[str] = None
    headers: Optional[Mapping[str, str]] = None
    on_response: Optional[Callable[[ResponseInfo], None]] = None


def merge_headers(*given: Optional[Mapping[str, str]]) -> Dict[str, str]:
    """Merges headers. Of two names that differ only in case, the later one counts."""
    merged: Dict[str, str] = {}
    for headers in given:
        for name, value in (headers or {}).items():
            known = [one for one in merged if one.lower() == name.lower()]
            for one in known:
                del merged[one]
            merged[name] = value
    return merged
