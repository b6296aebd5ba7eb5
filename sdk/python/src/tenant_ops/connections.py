from __future__ import annotations

import base64
import os
import selectors
import socket
import ssl
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Lock
from typing import Dict, List, Optional
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from .attempt import Deadline, HttpReply, HttpRequest, TimedSocket
from .errors import ServiceConnectionError, ServiceTimeoutError

_IDLE_SECONDS = 4
"""Kept connections are not used after this time. Node and many proxies close them after 5 seconds."""
_MOST_KEPT = 32


@dataclass
class _Link:
    connection: HTTPConnection
    timed: TimedSocket
    proxy_headers: Optional[Dict[str, str]]
    """Set if a proxy gets the whole address in each request."""
    idle_since: float = 0.0


class Connections:
    """The connections to one service. They are kept after a request, which saves the handshakes of
    the next one. Threads can share them. They use the proxies of the environment and follow no
    redirects.
    """

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._url = urlsplit(base_url)
        self._ssl_context = ssl_context
        self._idle: List[_Link] = []
        self._lock = Lock()
        self._pid = os.getpid()

    def send(self, request: HttpRequest, deadline: Deadline, is_repeatable: bool) -> HttpReply:
        """Sends one HTTP request and reads the whole answer, before the deadline."""
        what = f"{request.method} {request.url}"
        try:
            return self._send(request, deadline, is_repeatable)
        except socket.timeout as error:
            message = f"{what}: no answer within {deadline.timeout_seconds} seconds"
            raise ServiceTimeoutError(message) from error
        except (OSError, HTTPException) as error:
            raise ServiceConnectionError(f"{what}: {error}") from error

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for link in idle:
            link.connection.close()

    def _send(self, request: HttpRequest, deadline: Deadline, is_repeatable: bool) -> HttpReply:
        # The service may close a kept connection at the moment it is used. Only a request that can
        # be repeated may then be sent again.
        kept = self._take() if is_repeatable else None
        if kept is not None:
            try:
                return self._exchange(kept, request, deadline)
            except ConnectionError:
                if deadline.is_cancelled:
                    raise
        return self._exchange(self._open(deadline), request, deadline)

    def _exchange(self, link: _Link, request: HttpRequest, deadline: Deadline) -> HttpReply:
        connection = link.connection
        url = urlsplit(request.url)
        path = f"{url.path}?{url.query}" if url.query else url.path
        target = path if link.proxy_headers is None else request.url
        try:
            link.timed.begin(deadline)
            headers = {**request.headers, **(link.proxy_headers or {})}
            connection.request(request.method, target, request.body, headers)
            response = connection.getresponse()
            text = response.read().decode("utf-8", "replace")
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._keep(link)
        return HttpReply(response.status, response.headers, text)

    def _open(self, deadline: Deadline) -> _Link:
        proxy = _find_proxy(self._url)
        connection = self._connection(proxy or self._url, deadline.left_seconds())
        headers = None if proxy is None else _proxy_headers(proxy)
        is_tunnelled = proxy is not None and self._url.scheme == "https"
        if is_tunnelled:
            connection.set_tunnel(self._url.hostname or "", self._url.port, headers or {})
        connection.connect()
        timed = TimedSocket(connection.sock)
        connection.sock = timed
        return _Link(connection, timed, None if is_tunnelled else headers)

    def _connection(self, peer: SplitResult, timeout: float) -> HTTPConnection:
        host = peer.hostname or ""
        if self._url.scheme == "http":
            return HTTPConnection(host, peer.port, timeout=timeout)
        return HTTPSConnection(host, peer.port, timeout=timeout, context=self._ssl_context)

    def _take(self) -> Optional[_Link]:
        with self._lock:
            # A forked process must not use the connections of its parent.
            if self._pid != os.getpid():
                self._pid, self._idle = os.getpid(), []
            while self._idle:
                link = self._idle.pop()
                if time.monotonic() - link.idle_since < _IDLE_SECONDS and not _is_closed(link):
                    return link
                link.connection.close()
        return None

    def _keep(self, link: _Link) -> None:
        link.idle_since = time.monotonic()
        with self._lock:
            is_kept = len(self._idle) < _MOST_KEPT
            if is_kept:
                self._idle.append(link)
        if not is_kept:
            link.connection.close()


def _is_closed(link: _Link) -> bool:
    """An idle connection is readable only if the service closed it."""
    with selectors.DefaultSelector() as selector:
        selector.register(link.timed.socket, selectors.EVENT_READ)
        return len(selector.select(0)) > 0


def _find_proxy(url: SplitResult) -> Optional[SplitResult]:
    proxy = getproxies().get(url.scheme)
    if not proxy or proxy_bypass(url.hostname or ""):
        return None
    return urlsplit(proxy if "://" in proxy else f"http://{proxy}")


def _proxy_headers(proxy: SplitResult) -> Dict[str, str]:
    if proxy.username is None:
        return {}
    user = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(user.encode()).decode()}"}
