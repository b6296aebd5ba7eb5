"""Tests the options and the reports of single calls, and kept connections."""

from __future__ import annotations

import os
import threading
import unittest
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, List, Optional, Tuple, Type
from unittest import mock

import tenant_ops
from tenant_ops import AttemptReport, HttpReply, HttpRequest, ResponseInfo, RetryReport, TenantOps

from .test_client import SOON, ProxyTestCase
from .unreliable import LOST_REQUEST, SILENCE, Answer


class Calls(ProxyTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.attempts: List[AttemptReport] = []
        self.retries: List[RetryReport] = []
        self.ops = TenantOps(
            self.proxy.url,
            api_key=self.api_key,
            retry_delays_seconds=SOON,
            headers={"X-Team": "field", "X-Call": "none", "user-agent": "other"},
            on_attempt=self.attempts.append,
            on_retry=self.retries.append,
        )

    def test_200_for_methods_of_other_objects(self) -> None:
        key = self.ops.keys.create({"name": "CI", "scopes": ["read:tasks"]})
        listed = {one["id"] for one in self.ops.keys.list({"limit": 1})}
        self.assertTrue(len(listed) > 1 and key["id"] in listed)
        self.assertEqual(self.ops.keys.revoke(key["id"]), {"revoked": True})
        uri = "https://a.example/c"
        made = [
            self.ops.apps.create({"name": name, "redirect_uris": [uri], "scopes": ["read:tasks"]})
            for name in ("A", "B", "C")
        ]
        ids = {app["client_id"] for app in self.ops.apps.list({"limit": 2})}
        self.assertTrue(ids.issuperset(app["client_id"] for app in made))
        self.assertEqual(list(self.ops.webhooks.list_deliveries()), [])

    def test_each_request_and_each_retry_is_reported_without_the_key(self) -> None:
        self.proxy.faults += [Answer(503, {"X-Request-Id": "a"}), LOST_REQUEST]
        self.ops.tasks.list({"limit": 1}).page()
        told = [(one.operation, one.method, one.attempt, one.status) for one in self.attempts]
        self.assertEqual(
            told,
            [("listTasks", "GET", 1, 503), ("listTasks", "GET", 2, None), ("listTasks", "GET", 3, 200)],
        )
        self.assertEqual(self.attempts[0].request_id, "a")
        self.assertIsInstance(self.attempts[1].error, tenant_ops.ServiceConnectionError)
        self.assertEqual([(one.failed, one.delay_seconds > 0) for one in self.retries], [(1, True), (2, True)])
        self.assertIsInstance(self.retries[0].error, tenant_ops.ServerError)
        self.assertNotIn(self.api_key, repr((self.attempts, self.retries)))

    def test_one_call_has_its_own_retries_headers_and_response(self) -> None:
        self.proxy.faults.append(Answer(503))
        with self.assertRaises(tenant_ops.ServerError):
            self.ops.whoami(retry_delays_seconds=())
        self.assertEqual(len(self.proxy.passed), 1)
        seen: List[ResponseInfo] = []
        headers = {"X-Call": "7", "authorization": "Bearer tak_other", "accept": "text/html"}
        task = self.ops.tasks.create({"title": "A"}, headers=headers, on_response=seen.append)
        self.assertEqual((seen[0].status, seen[0].headers["x-request-id"]), (201, seen[0].request_id))
        sent = self.proxy.passed[-1].headers
        self.assertEqual((sent["x-team"], sent["x-call"]), ("field", "7"))
        self.assertEqual(sent["authorization"], f"Bearer {self.api_key}")
        self.assertEqual(sent["user-agent"], f"tenant-ops-python/{tenant_ops.__version__}")
        list(self.ops.tasks.list({"limit": 1, "external_id": "none"}, on_response=seen.append))
        self.assertEqual((len(seen), seen[1].status), (2, 200))
        self.assertTrue(task["id"])

    def test_unknown_options_are_refused(self) -> None:
        with self.assertRaises(TypeError):
            TenantOps(self.proxy.url, api_key="tak_", timeout=5)  # type: ignore[call-overload]
        with self.assertRaises(TypeError):
            self.ops.whoami(timeout=5)  # type: ignore[call-arg]
        self.assertEqual(len(self.proxy.passed), 0)

    def test_another_sender_gets_the_whole_request(self) -> None:
        sent: List[Tuple[HttpRequest, float]] = []

        def send(request: HttpRequest, seconds: float) -> HttpReply:
            sent.append((request, seconds))
            return HttpReply(200, Message(), '{"tasks": [], "limit": 1, "offset": 0, "total": 0}')

        ops = TenantOps("https://ops.example.com", api_key="tak_", send=send, timeout_seconds=9)
        self.assertEqual(list(ops.tasks.list({"limit": 1})), [])
        ((request, seconds),) = sent
        self.assertEqual(request.url, "https://ops.example.com/v1/api-tenant-tasks?limit=1&offset=0")
        self.assertEqual((request.headers["Authorization"], 8 < seconds <= 9), ("Bearer tak_", True))

    def test_a_hook_that_raises_fails_the_call_which_is_not_sent_again(self) -> None:
        def fail(_: AttemptReport) -> None:
            raise RuntimeError("the log is full")

        ops = TenantOps(self.proxy.url, api_key=self.api_key, on_attempt=fail)
        with self.assertRaisesRegex(RuntimeError, "the log is full"):
            ops.whoami()
        self.assertEqual(len(self.proxy.passed), 1)


class Listener:
    """A server that keeps connections, and counts them."""

    def __init__(self) -> None:
        self.connections = 0
        self.paths: List[str] = []
        self.headers: List[Message] = []
        self.ends: List[bool] = []
        """True if the server closes the connection before the answer; one per request."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler_of(listener: Listener) -> Type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            listener.connections += 1
            super().setup()

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            listener.paths.append(self.path)
            listener.headers.append(self.headers)
            if listener.ends and listener.ends.pop(0):
                self.close_connection = True
                return
            body = b'{"name": "A"}'
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


class KeptConnections(unittest.TestCase):
    def setUp(self) -> None:
        self.listener = Listener()
        self.addCleanup(self.listener.close)
        self.ops = TenantOps(self.listener.url, api_key="tak_", retry_delays_seconds=())

    def test_calls_one_after_the_other_share_a_connection(self) -> None:
        for _ in range(5):
            self.ops.whoami()
        self.assertEqual((len(self.listener.paths), self.listener.connections), (5, 1))

    def test_a_closed_client_opens_a_new_connection(self) -> None:
        with self.ops as ops:
            ops.whoami()
        self.ops.whoami()
        self.assertEqual(self.listener.connections, 2)

    def test_a_connection_that_the_service_closed_is_replaced_without_a_failure(self) -> None:
        self.ops.whoami()
        self.listener.ends = [True]
        self.ops.whoami()
        self.assertEqual((len(self.listener.paths), self.listener.connections), (3, 2))

    def test_a_new_connection_that_breaks_is_a_failure(self) -> None:
        self.listener.ends = [True]
        with self.assertRaises(tenant_ops.ServiceConnectionError):
            self.ops.whoami()
        self.assertEqual(len(self.listener.paths), 1)

    def test_a_connection_that_is_idle_for_long_is_not_used(self) -> None:
        self.ops.whoami()
        with mock.patch("tenant_ops.connections._IDLE_SECONDS", 0):
            self.ops.whoami()
        self.assertEqual(self.listener.connections, 2)

    def test_a_forked_process_does_not_use_the_connections_of_its_parent(self) -> None:
        self.ops.whoami()
        with mock.patch("os.getpid", return_value=os.getpid() + 1):
            self.ops.whoami()
        self.assertEqual(self.listener.connections, 2)

    def test_a_request_without_repetition_gets_a_connection_of_its_own(self) -> None:
        self.ops.whoami()
        self.listener.ends = [True]
        with self.assertRaises(tenant_ops.ServiceConnectionError):
            self.ops.call("exchangeToken", body={"grant_type": "refresh_token"})  # type: ignore[call-overload]
        self.assertEqual(self.listener.connections, 2)

    def test_threads_share_a_client(self) -> None:
        failed: List[Optional[BaseException]] = []

        def call() -> None:
            try:
                for _ in range(20):
                    self.ops.whoami()
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=call) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((failed, len(self.listener.paths)), ([], 160))
        self.assertLessEqual(self.listener.connections, 8)

    def test_a_proxy_of_the_environment_gets_the_whole_address(self) -> None:
        proxy = self.listener.url.replace("http://", "http://us%40er:p@")
        with mock.patch.dict(os.environ, {"http_proxy": proxy, "no_proxy": "other.example.com"}):
            ops = TenantOps("http://ops.example.com", api_key="tak_", retry_delays_seconds=())
            ops.whoami()
        self.assertEqual(self.listener.paths, ["http://ops.example.com/v1/whoami"])
        self.assertEqual(self.listener.headers[0]["Host"], "ops.example.com")
        self.assertEqual(self.listener.headers[0]["Proxy-Authorization"], "Basic dXNAZXI6cA==")


class Silence(ProxyTestCase):
    def test_a_timeout_closes_the_connection(self) -> None:
        self.proxy.faults.append(SILENCE)
        ops = TenantOps(self.proxy.url, api_key=self.api_key, retry_delays_seconds=())
        with self.assertRaises(tenant_ops.ServiceTimeoutError):
            ops.whoami(timeout_seconds=0.2)
        self.assertEqual(ops.whoami()["kind"], "key")
