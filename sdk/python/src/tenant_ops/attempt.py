from __future__ import annotations

import io
import socket
import time
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Dict, Optional
from urllib.error import URLError
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from .errors import ServiceConnectionError, ServiceTimeoutError


@dataclass(frozen=True)
class Prepared:
    url: str
    method: str
    headers: Dict[str, str]
    body: Optional[bytes]


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Message
    text: str


def attempt(prepared: Prepared, timeout_seconds: float) -> Reply:
    """Sends one HTTP request and reads the whole answer, within the timeout."""
    request = Request(
        prepared.url, data=prepared.body, headers=prepared.headers, method=prepared.method
    )
    what = f"{prepared.method} {prepared.url}"
    try:
        with _OPENER.open(request, timeout=timeout_seconds) as response:
            text = response.read().decode("utf-8", "replace")
            return Reply(response.status, response.headers, text)
    except (OSError, HTTPException) as error:
        cause = error.reason if isinstance(error, URLError) else error
        if isinstance(cause, (TimeoutError, socket.timeout)):
            message = f"{what}: no answer within {timeout_seconds} seconds"
            raise ServiceTimeoutError(message) from error
        raise ServiceConnectionError(f"{what}: {cause}") from error


class _TimedSocket:
    """A socket with one deadline for all its operations, so that an answer that arrives slowly,
    byte by byte, times out too.
    """

    def __init__(self, connected: socket.socket, ends_at: float) -> None:
        self._socket = connected
        self._ends_at = ends_at

    def sendall(self, data: Any) -> None:
        unsent = memoryview(data)
        while unsent:
            self._socket.settimeout(_left_until(self._ends_at))
            unsent = unsent[self._socket.send(unsent) :]

    def makefile(self, mode: str, *_: Any) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._socket, self._ends_at))

    def close(self) -> None:
        self._socket.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, ends_at: float) -> None:
        super().__init__()
        self._socket = connected
        self._raw = connected.makefile("rb", buffering=0)
        self._ends_at = ends_at

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._socket.settimeout(_left_until(self._ends_at))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _left_until(ends_at: float) -> float:
    left = ends_at - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


class _TimedConnection(HTTPConnection):
    def connect(self) -> None:
        ends_at = _end_of(self)
        super().connect()
        self.sock = _TimedSocket(self.sock, ends_at)


class _TimedSecureConnection(HTTPSConnection):
    def connect(self) -> None:
        ends_at = _end_of(self)
        super().connect()
        self.sock = _TimedSocket(self.sock, ends_at)


def _end_of(connection: HTTPConnection) -> float:
    return time.monotonic() + (connection.timeout or 0)


class _Handler(HTTPHandler):
    def http_open(self, req: Request) -> Any:
        return self.do_open(_TimedConnection, req)


class _SecureHandler(HTTPSHandler):
    def https_open(self, req: Request) -> Any:
        return self.do_open(_TimedSecureConnection, req)


def _make_opener() -> OpenerDirector:
    """Builds an opener that uses the proxies of the environment, follows no redirects and returns
    error statuses as answers.
    """
    opener = OpenerDirector()
    for handler in (ProxyHandler(), _Handler(), _SecureHandler()):
        opener.add_handler(handler)
    return opener


_OPENER = _make_opener()
