from __future__ import annotations

import json
import math
import re
import secrets
import time
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Mapping, Optional, Protocol, Sequence, cast
from urllib.parse import SplitResult, urlencode, urlsplit

from .attempt import Prepared, Reply, attempt
from .errors import ApiError, AuthenticationError, TenantOpsError, kind_of
from .records import CALLS
from .retries import RETRY_DELAYS_SECONDS, with_retries

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions
    from .records import ErrorBody

VERSION = "0.1.0"
TIMEOUT_SECONDS: float = 60


class Credential(Protocol):
    """A source of tokens for calls."""

    def token(self) -> str: ...

    def renew(self, refused: str) -> bool:
        """Replaces a token that the service rejected. Returns False if no other token is available."""


class KeyCredential:
    def __init__(self, key: str) -> None:
        # A key that was read from a file may end with a line break.
        self._key = key.strip()

    def token(self) -> str:
        return self._key

    def renew(self, refused: str) -> bool:
        return False


class Transport:
    """Sends operations to the service, with authentication and retries."""

    def __init__(
        self,
        base_url: str,
        credential: Optional[Credential],
        timeout_seconds: float,
        retry_delays_seconds: Sequence[float],
    ) -> None:
        self.base = _base_of(base_url)
        self._credential = credential
        self._timeout_seconds = timeout_seconds
        self._retry_delays_seconds = retry_delays_seconds

    def call(
        self,
        name: str,
        *,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[object] = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        method, path, is_repeatable = CALLS[name]
        prepared = _prepare(method, self.base + path + _query_of(query or {}), body)
        if method == "POST" and is_repeatable:
            key = options.get("idempotency_key", secrets.token_urlsafe(32))
            prepared.headers["Idempotency-Key"] = key
        timeout_seconds = options.get("timeout_seconds", self._timeout_seconds)
        reply = with_retries(
            lambda: self._prove(prepared, timeout_seconds), is_repeatable, self._retry_delays_seconds
        )
        return _parse(reply)

    def _prove(self, prepared: Prepared, timeout_seconds: float) -> Reply:
        """Sends a request, and again with a new token if the token was rejected. This is safe,
        because the service does nothing when it rejects a token.
        """
        if self._credential is None:
            return _send(prepared, timeout_seconds)
        token = self._credential.token()
        try:
            return _send(_signed(prepared, token), timeout_seconds)
        except AuthenticationError:
            if not self._credential.renew(token):
                raise
        return _send(_signed(prepared, self._credential.token()), timeout_seconds)


def _prepare(method: str, url: str, body: Optional[object]) -> Prepared:
    headers = {"Accept": "application/json, text/csv", "User-Agent": f"tenant-ops-python/{VERSION}"}
    if body is None:
        return Prepared(url, method, headers, None)
    headers["Content-Type"] = "application/json"
    text = json.dumps(body, ensure_ascii=False, allow_nan=False)
    return Prepared(url, method, headers, text.encode())


def _signed(prepared: Prepared, token: str) -> Prepared:
    return replace(prepared, headers={**prepared.headers, "Authorization": f"Bearer {token}"})


def _send(prepared: Prepared, timeout_seconds: float) -> Reply:
    reply = attempt(prepared, timeout_seconds)
    if 200 <= reply.status < 300:
        return reply
    raise _failure_of(reply)


def _base_of(text: str) -> str:
    """Adds `/v1/` to the address of the service unless the address already ends with it."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("base_url: an address that starts with https:// or http://")
    path = url.path.rstrip("/")
    versioned = path if path.endswith("/v1") else f"{path}/v1"
    return SplitResult(url.scheme, url.netloc, f"{versioned}/", "", "").geturl()


def _query_of(query: Mapping[str, object]) -> str:
    given = {name: _text_of(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _failure_of(reply: Reply) -> ApiError:
    body = _find_failure(reply.text)
    return kind_of(reply.status)(
        body["message"] if body else f"The service answered {reply.status}",
        reply.status,
        body["error"] if body else None,
        reply.headers.get("X-Request-Id"),
        _read_seconds(reply.headers.get("Retry-After")),
    )


def _find_failure(text: str) -> Optional[ErrorBody]:
    """Parses the error body. Returns None for a body of a proxy, which has a different form."""
    try:
        body = json.loads(text)
    except ValueError:
        return None
    if not isinstance(body, dict):
        return None
    is_ours = isinstance(body.get("error"), str) and isinstance(body.get("message"), str)
    return cast("ErrorBody", body) if is_ours else None


def _read_seconds(text: Optional[str]) -> Optional[int]:
    """Parses `Retry-After`, which contains seconds or a date."""
    if text is None:
        return None
    if re.fullmatch("[0-9]+", text):
        return int(text)
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return max(0, math.ceil(moment.timestamp() - time.time()))


def _parse(reply: Reply) -> Any:
    """Parses the body: JSON, or the text of a CSV file without its byte order mark."""
    if (reply.headers.get("Content-Type") or "").startswith("text/csv"):
        return reply.text.lstrip("\ufeff")
    try:
        return json.loads(reply.text)
    except ValueError as cause:
        raise TenantOpsError("The answer is no JSON; is base_url right?") from cause
