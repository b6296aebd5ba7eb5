"""Tests OAuth apps that connect customers."""

from __future__ import annotations

import json
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from threading import Semaphore
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

from tenant_ops import (
    ApiError,
    AuthorizationError,
    BadRequestError,
    CallOptions,
    Connection,
    ConnectionTokens,
    OAuthApp,
    TenantOps,
)

from .service import load
from .unreliable import LOST_ANSWER, Answer, UnreliableProxy

if TYPE_CHECKING:
    from typing_extensions import Unpack

REFUSED = Answer(401, body='{"error":"INVALID_KEY","message":"A"}')


class OAuth(unittest.TestCase):
    told: Dict[str, Any]
    stage: Dict[str, Any]
    proxy: UnreliableProxy
    app: OAuthApp

    @classmethod
    def setUpClass(cls) -> None:
        cls.told = load()
        cls.proxy = UnreliableProxy(cls.told["url"])
        cls.addClassCleanup(cls.proxy.close)
        cls.stage = cls.told["oauth"]
        cls.app = OAuthApp(
            f"{cls.proxy.url}/v1/",
            auth_url=cls.told["url"],
            client_id=cls.stage["client_id"],
            client_secret=cls.stage["client_secret"],
            redirect_uri=cls.stage["redirect_uri"],
            retry_delays_seconds=(0.001, 0.001, 0.001),
        )

    def setUp(self) -> None:
        self.proxy.forget()

    def visit(self, url: str) -> str:
        """Opens the consent page and allows the app, as the customer would. Returns the URL to
        which the browser is redirected.
        """
        with urlopen(f"{self.stage['visit_url']}?{urlencode({'url': url})}") as answer:
            visited: str = json.load(answer)
            return visited

    def connect(self) -> ConnectionTokens:
        authorization = self.app.authorize(self.stage["scopes"])
        return self.app.exchange(self.visit(authorization.url), authorization)

    def client_of(
        self, tokens: ConnectionTokens, kept: Optional[List[ConnectionTokens]] = None
    ) -> TenantOps:
        connection = Connection(self.app, tokens, None if kept is None else kept.append)
        return TenantOps(self.proxy.url, oauth=connection, retry_delays_seconds=(0.001,))

    def status_with(self, access_token: str) -> int:
        try:
            TenantOps(self.told["url"], api_key=access_token).tasks.list({"limit": 1}).page()
            return 200
        except ApiError as error:
            return error.status

    def refreshes(self) -> int:
        return sum(request.path == "/v1/oauth-token" for request in self.proxy.passed)

    def test_200_with_the_tokens_of_a_customer_who_allowed_it(self) -> None:
        tokens = self.connect()
        self.assertEqual(self.status_with(tokens["access_token"]), 200)
        expires_at = datetime.fromisoformat(tokens["expires_at"].replace("Z", "+00:00"))
        left = expires_at - datetime.now(timezone.utc)
        self.assertTrue(timedelta(seconds=3500) < left <= timedelta(seconds=3600), left)
        self.client_of(tokens).tasks.create({"title": "A"})
        self.assertEqual(self.refreshes(), 1)

    def test_each_authorization_request_has_a_new_s256_challenge_and_state(self) -> None:
        one, other = self.app.authorize(["read:tasks"]), self.app.authorize(["read:tasks"])
        asked = parse_qs(urlsplit(one.url).query)
        self.assertEqual(one.url.split("?")[0], f"{self.told['url']}/oauth/authorize")
        self.assertEqual(asked["code_challenge_method"], ["S256"])
        self.assertEqual(asked["state"], [one.state])
        self.assertRegex(one.code_verifier, r"^[\w-]{43}$")
        fresh = {one.state, other.state, one.code_verifier, other.code_verifier}
        self.assertEqual(len(fresh), 4)

    def test_a_callback_with_a_wrong_state_or_a_denial_gets_no_tokens(self) -> None:
        authorization = self.app.authorize(["read:tasks"])

        def back(answered: Dict[str, str]) -> str:
            query = urlencode({"state": authorization.state, **answered})
            return f"{self.stage['redirect_uri']}?{query}"

        refused: List[Tuple[str, str]] = [
            (back({"code": "a", "state": "other"}), "state_mismatch"),
            (self.stage["redirect_uri"] + "?code=a", "state_mismatch"),
            (back({"code": "a", "iss": "https://other.example.com"}), "issuer_mismatch"),
            (back({"error": "access_denied"}), "access_denied"),
            (back({}), "missing_code"),
        ]
        for callback, code in refused:
            with self.assertRaises(AuthorizationError, msg=code) as failed:
                self.app.exchange(callback, authorization)
            self.assertEqual(failed.exception.code, code)
        self.assertEqual(len(self.proxy.passed), 0)
        with self.assertRaises(ApiError) as unknown:
            self.app.exchange(back({"code": "a", "iss": self.told["url"]}), authorization)
        self.assertEqual(unknown.exception.code, "invalid_grant")

    def test_an_expired_token_is_refreshed_once_for_concurrent_calls(self) -> None:
        tokens = self.connect()
        kept: List[ConnectionTokens] = []
        ops = self.client_of(expired(tokens), kept)
        self.proxy.forget()
        with ThreadPoolExecutor(20) as threads:
            list(threads.map(lambda _: ops.call("listTasks", query={"limit": 1}), range(20)))
        self.assertEqual((self.refreshes(), len(kept), len(self.proxy.passed)), (1, 1, 21))
        self.assertNotEqual(kept[0]["refresh_token"], tokens["refresh_token"])
        self.app.refresh(kept[0]["refresh_token"])

    def test_a_replayed_refresh_token_ends_the_connection(self) -> None:
        first = self.connect()
        second = self.app.refresh(first["refresh_token"])
        third = self.app.refresh(second["refresh_token"])
        self.assertEqual(self.status_with(third["access_token"]), 200)
        with self.assertRaises(ApiError) as failed:
            self.app.refresh(first["refresh_token"])
        self.assertEqual(failed.exception.code, "invalid_grant")
        self.assertEqual(self.status_with(third["access_token"]), 401)

    def test_201_once_after_a_refresh_of_a_rejected_token(self) -> None:
        tokens = self.connect()
        self.app.revoke(tokens["access_token"])
        kept: List[ConnectionTokens] = []
        ops = self.client_of(tokens, kept)
        external_id = str(uuid.uuid4())
        with ThreadPoolExecutor(3) as threads:
            list(
                threads.map(
                    lambda _: ops.tasks.create({"title": "A", "external_id": external_id}), range(3)
                )
            )
        self.assertEqual(len(kept), 1)
        self.assertEqual(ops.tasks.list({"external_id": external_id}).page()["total"], 3)

    def test_401_is_retried_only_once(self) -> None:
        ops = self.client_of(self.connect())
        self.proxy.forget()
        self.proxy.faults.append(REFUSED)
        ops.call("listTasks")
        self.assertEqual(len(self.proxy.passed), 3)
        fresh = self.client_of(self.connect())
        self.proxy.forget()
        self.proxy.faults += [REFUSED, Answer(400)]
        with self.assertRaises(BadRequestError):
            fresh.call("listTasks")
        self.assertEqual(len(self.proxy.passed), 2)

    def test_a_refresh_with_a_lost_response_is_never_retried_automatically(self) -> None:
        for fault in (LOST_ANSWER, Answer(503)):
            ops = self.client_of(expired(self.connect()))
            self.proxy.forget()
            self.proxy.faults.append(fault)
            with self.assertRaises(AuthorizationError) as failed:
                ops.call("listTasks")
            self.assertEqual(failed.exception.code, "refresh_failed")
            self.assertEqual(len(self.proxy.passed), 1)

    def test_a_connection_whose_refresh_failed_is_refreshed_at_the_next_call(self) -> None:
        ops = self.client_of(expired(self.connect()))
        self.proxy.forget()
        self.proxy.faults.append(Answer(503))
        with self.assertRaises(AuthorizationError):
            ops.call("listTasks")
        ops.call("listTasks")
        self.assertEqual(self.refreshes(), 2)

    def test_a_token_is_refreshed_a_minute_before_it_expires(self) -> None:
        for seconds, refreshes in ((55, 1), (3000, 0)):
            ops = self.client_of(expiring(self.connect(), timedelta(seconds=seconds)))
            self.proxy.forget()
            ops.call("listTasks")
            self.assertEqual(self.refreshes(), refreshes, seconds)

    def test_a_rejected_token_that_was_replaced_meanwhile_is_not_refreshed_again(self) -> None:
        connection = Connection(self.app, self.connect())
        self.proxy.forget()
        self.assertTrue(connection.renew("the one before"))
        self.assertEqual(len(self.proxy.passed), 0)

    def test_threads_that_wait_for_a_refresh_share_its_failure(self) -> None:
        threads_asking = 4
        asking = Semaphore(0)
        refreshed: List[str] = []

        class Failing(OAuthApp):
            def refresh(self, refresh_token: str, **options: Unpack[CallOptions]) -> ConnectionTokens:
                refreshed.append(refresh_token)
                for _ in range(threads_asking):
                    asking.acquire(timeout=60)
                raise AuthorizationError("refresh_failed", "A")

        def is_needed(_: ConnectionTokens) -> bool:
            asking.release()
            return True

        def ask(_: int) -> str:
            with self.assertRaises(AuthorizationError) as failed:
                connection._refresh_where(is_needed)
            return failed.exception.code

        app = Failing(self.proxy.url, client_id="", client_secret="", redirect_uri="")
        connection = Connection(app, self.connect())
        with ThreadPoolExecutor(threads_asking) as threads:
            codes = list(threads.map(ask, range(threads_asking)))
        self.assertEqual((codes, len(refreshed)), (["refresh_failed"] * threads_asking, 1))

    def test_tokens_that_could_not_be_stored_are_not_used_and_are_passed_to_the_callback_again(self) -> None:
        handed: List[ConnectionTokens] = []

        def fail_once(tokens: ConnectionTokens) -> None:
            handed.append(tokens)
            if len(handed) == 1:
                raise RuntimeError("the disk is full")

        connection = Connection(self.app, expired(self.connect()), fail_once)
        ops = TenantOps(self.proxy.url, oauth=connection)
        self.proxy.forget()
        with self.assertRaisesRegex(RuntimeError, "disk"):
            ops.call("listTasks")
        self.assertEqual((self.refreshes(), len(self.proxy.passed)), (1, 1))
        ops.call("listTasks")
        self.assertEqual((self.refreshes(), handed[1]), (1, handed[0]))

    def test_revoking_the_refresh_token_ends_the_connection(self) -> None:
        tokens = self.connect()
        self.app.revoke(tokens["refresh_token"])
        self.assertEqual(self.status_with(tokens["access_token"]), 401)
        with self.assertRaises(ApiError) as failed:
            self.client_of(tokens).call("listTasks")
        self.assertEqual(failed.exception.code, "invalid_grant")


def expired(tokens: ConnectionTokens) -> ConnectionTokens:
    return {**tokens, "expires_at": "1970-01-01T00:00:00.000Z"}


def expiring(tokens: ConnectionTokens, left: timedelta) -> ConnectionTokens:
    return {**tokens, "expires_at": (datetime.now(timezone.utc) + left).isoformat()}
