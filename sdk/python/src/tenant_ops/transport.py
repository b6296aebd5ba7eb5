from __future__ import annotations

import json
import math
import re
import secrets
import time
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generator,
    Mapping,
    Optional,
    Protocol,
    TypeVar,
    Union,
    cast,
)
from urllib.parse import SplitResult, urlencode, urlsplit

from .attempt import Deadline, HttpReply, HttpRequest
from .connections import Connections
from .errors import ApiError, AuthenticationError, TenantOpsError, error_class_of
from .options import (
    AttemptReport,
    CallSettings,
    ClientSettings,
    ResponseInfo,
    RetryReport,
    merge_headers,
)
from .records import CALLS
from .retries import Pause, is_transient, pause_after

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions
    from .records import ErrorBody

VERSION = "0.1.0"


class Credential(Protocol):
    """A source of tokens for calls."""

    def token(self) -> str: ...

    def renew(self, refused: str) -> bool:
        """Replaces a token that the service rejected. Returns False if no other token is available."""
        ...


class KeyCredential:
    def __init__(self, key: str) -> None:
        # A key that was read from a file may end with a line break.
        self._key = key.strip()

    def token(self) -> str:
        return self._key

    def renew(self, refused: str) -> bool:
        return False


@dataclass(frozen=True)
class Sending:
    """A step of a call: one attempt, which blocks its thread."""

    work: Callable[[Deadline], HttpReply]
    deadline: Deadline

    def run(self) -> HttpReply:
        self.deadline.start()
        return self.work(self.deadline)


Steps = Generator[Union[Sending, Pause], Optional[HttpReply], Any]
"""A call as steps that block. The result of a `Sending` is sent back; its error is thrown in."""


def run_steps(steps: Steps) -> Any:
    """Runs a call in this thread."""
    try:
        step = next(steps)
        while True:
            try:
                result = step.run()
            except Exception as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        return end.value


@dataclass(frozen=True)
class _Call:
    name: str
    request: HttpRequest
    is_repeatable: bool
    attempt: int = 1


class Transport:
    """Sends operations to the service, with authentication and retries."""

    def __init__(
        self, base_url: str, credential: Optional[Credential], settings: ClientSettings
    ) -> None:
        self.base = _base_of(base_url)
        self._credential = credential
        self._settings = settings
        self._connections = Connections(self.base, settings.ssl_context)

    def call(
        self,
        name: str,
        *,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[object] = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        return run_steps(self.steps(name, query, body, CallSettings(**options)))

    def close(self) -> None:
        self._connections.close()

    def steps(
        self,
        name: str,
        query: Optional[Mapping[str, object]],
        body: Optional[object],
        options: CallSettings,
    ) -> Steps:
        """The attempts and delays of a call, for both kinds of clients."""
        settings = self._settings
        call = self._prepare(name, query or {}, body, options)
        timeout_seconds = _first(options.timeout_seconds, settings.timeout_seconds)
        delays = _first(options.retry_delays_seconds, settings.retry_delays_seconds)
        delays = [*delays] if call.is_repeatable else []
        while True:
            current = call
            try:
                reply = yield Sending(
                    lambda deadline: self._prove(current, deadline), Deadline(timeout_seconds)
                )
                break
            except Exception as error:
                if len(delays) < call.attempt or not is_transient(error, call.attempt - 1):
                    raise
                pause = pause_after(error, delays[call.attempt - 1])
                if settings.on_retry is not None:
                    settings.on_retry(RetryReport(name, call.attempt, pause.seconds, error))
            yield pause
            call = replace(call, attempt=call.attempt + 1)
        answered = cast(HttpReply, reply)
        if options.on_response is not None:
            options.on_response(_info_of(answered))
        return _parse(answered)

    def _prepare(
        self, name: str, query: Mapping[str, object], body: Optional[object], options: CallSettings
    ) -> _Call:
        method, path, is_repeatable = CALLS[name]
        own = {"Accept": "application/json, text/csv", "User-Agent": f"tenant-ops-python/{VERSION}"}
        if method == "POST" and is_repeatable:
            own["Idempotency-Key"] = options.idempotency_key or secrets.token_urlsafe(32)
        content = None
        if body is not None:
            own["Content-Type"] = "application/json"
            content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        headers = merge_headers(self._settings.headers, options.headers, own)
        url = self.base + path + _query_of(query)
        return _Call(name, HttpRequest(url, method, headers, content), is_repeatable)

    def _prove(self, call: _Call, deadline: Deadline) -> HttpReply:
        """Sends a request, and again with a new token if the token was rejected. This is safe,
        because the service does nothing when it rejects a token.
        """
        if self._credential is None:
            return self._attempt(call, deadline)
        token = self._credential.token()
        try:
            return self._attempt(_signed(call, token), deadline)
        except AuthenticationError:
            if not self._credential.renew(token):
                raise
        deadline.start()
        return self._attempt(_signed(call, self._credential.token()), deadline)

    def _attempt(self, call: _Call, deadline: Deadline) -> HttpReply:
        started = time.monotonic()
        try:
            reply = self._send(call, deadline)
        except Exception as error:
            self._report(call, started, None, error)
            raise
        self._report(call, started, reply, None)
        if 200 <= reply.status < 300:
            return reply
        raise _failure_of(reply)

    def _send(self, call: _Call, deadline: Deadline) -> HttpReply:
        if self._settings.send is not None:
            return self._settings.send(call.request, deadline.left_seconds())
        return self._connections.send(call.request, deadline, call.is_repeatable)

    def _report(
        self, call: _Call, started: float, reply: Optional[HttpReply], error: Optional[Exception]
    ) -> None:
        if self._settings.on_attempt is None:
            return
        info = None if reply is None else _info_of(reply)
        report = AttemptReport(
            operation=call.name,
            method=call.request.method,
            url=call.request.url,
            attempt=call.attempt,
            duration_seconds=time.monotonic() - started,
            status=None if info is None else info.status,
            request_id=None if info is None else info.request_id,
            error=error,
        )
        self._settings.on_attempt(report)


def _signed(call: _Call, token: str) -> _Call:
    headers = merge_headers(call.request.headers, {"Authorization": f"Bearer {token}"})
    return replace(call, request=replace(call.request, headers=headers))


def _info_of(reply: HttpReply) -> ResponseInfo:
    headers = {name.lower(): value for name, value in reply.headers.items()}
    return ResponseInfo(reply.status, headers, headers.get("x-request-id"))


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


Value = TypeVar("Value")


def _first(given: Optional[Value], default: Value) -> Value:
    return default if given is None else given


def _text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _failure_of(reply: HttpReply) -> ApiError:
    body = _find_failure(reply.text)
    return error_class_of(reply.status)(
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
    members = cast("Dict[str, object]", body)
    is_ours = isinstance(members.get("error"), str) and isinstance(members.get("message"), str)
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


def _parse(reply: HttpReply) -> Any:
    """Parses the body: JSON, or the text of a CSV file without its byte order mark."""
    if (reply.headers.get("Content-Type") or "").startswith("text/csv"):
        return reply.text.lstrip("\ufeff")
    try:
        return json.loads(reply.text)
    except ValueError as cause:
        raise TenantOpsError("The answer is no JSON; is base_url right?") from cause
