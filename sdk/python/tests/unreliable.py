"""A proxy in front of the service that injects faults."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Dict, List, Type, Union
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """A response of the proxy itself instead of the service's."""

    status: int
    headers: Dict[str, str] = field(default_factory=dict)
    body: str = ""


LOST_REQUEST = "the connection is closed before the request reaches the service"
LOST_ANSWER = "the service handles the request, and its response is lost"
SILENCE = "no response is sent, and the connection stays open"
DROPS = "the response arrives byte by byte and never ends"
CUT = "the response is truncated"

Fault = Union[Answer, str]


@dataclass(frozen=True)
class PassedRequest:
    method: str
    path: str
    headers: Dict[str, str]


class UnreliableProxy:
    def __init__(self, service: str) -> None:
        self.passed: List[PassedRequest] = []
        self.faults: List[Fault] = []
        """Faults for the next requests, one per request."""
        self.loses_keys = False
        """True if the proxy removes the Idempotency-Key header."""
        self.is_closed = threading.Event()
        self.service = urlsplit(service)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def forget(self) -> None:
        self.passed.clear()
        self.faults.clear()

    def wait_for(self, requests: int) -> None:
        """Waits until the proxy has recorded this number of requests. A client that timed out can
        return before the proxy records its request.
        """
        for _ in range(3_000):
            if len(self.passed) == requests:
                return
            time.sleep(0.01)
        raise AssertionError(f"{len(self.passed)} requests passed, not {requests}")

    def close(self) -> None:
        self.is_closed.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _handler_of(proxy: UnreliableProxy) -> Type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            fault = proxy.faults.pop(0) if proxy.faults else None
            proxy.passed.append(PassedRequest(self.command, self.path, headers))
            body = self.rfile.read(int(headers.get("content-length", "0")))
            if fault == SILENCE:
                proxy.is_closed.wait()
            elif isinstance(fault, Answer):
                self.answer(fault.status, fault.headers, fault.body.encode())
            elif fault == DROPS:
                self.drop()
            elif fault == CUT:
                self.answer(200, {"Content-Length": "100"}, b"{")
            elif fault != LOST_REQUEST:
                self.forward(headers, body, is_lost=fault == LOST_ANSWER)

        do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

        def forward(self, headers: Dict[str, str], body: bytes, is_lost: bool) -> None:
            dropped = {"host", "connection", *(["idempotency-key"] if proxy.loses_keys else [])}
            kept = {name: value for name, value in headers.items() if name not in dropped}
            connection = HTTPConnection(proxy.service.hostname or "", proxy.service.port)
            connection.request(self.command, self.path, body or None, kept)
            answer = connection.getresponse()
            answered = answer.read()
            connection.close()
            if not is_lost:
                names = ("Content-Type", "X-Request-Id", "Retry-After")
                told = {name: answer.headers[name] for name in names if name in answer.headers}
                self.answer(answer.status, told, answered)

        def answer(self, status: int, headers: Dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def drop(self) -> None:
            self.answer(200, {}, b"")
            while not proxy.is_closed.is_set():
                try:
                    self.wfile.write(b" ")
                except OSError:
                    return
                time.sleep(0.01)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
