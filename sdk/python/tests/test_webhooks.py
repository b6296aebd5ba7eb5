"""Tests the verification of deliveries that are signed like those of the service."""

from __future__ import annotations

import json
import unittest
from datetime import datetime, timedelta
from email.message import Message
from typing import Any, Dict, List, Tuple

from tenant_ops import TenantOps, TenantOpsError, WebhookVerificationError, sign_webhook, verify_webhook, webhooks

from .service import load


class Deliveries(unittest.TestCase):
    told: Dict[str, Any]
    body: str
    now: datetime
    own: Dict[str, str]
    standard: Dict[str, str]
    both: Dict[str, str]
    secret: str
    old_secret: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.told = load()["delivery"]
        cls.body = cls.told["body"]
        cls.now = datetime.fromisoformat(cls.told["now"].replace("Z", "+00:00"))
        cls.own, cls.standard = cls.told["own"], cls.told["standard"]
        cls.secret, cls.old_secret = cls.told["secret"], cls.told["old_secret"]
        cls.both = {**cls.own, **cls.standard}

    def verify(self, **changes: Any) -> Any:
        payload = changes.pop("payload", self.body)
        headers, secret = changes.pop("headers", self.both), changes.pop("secret", self.secret)
        return verify_webhook(payload, headers, secret, **{"now": self.now, **changes})

    def later(self, seconds: int) -> datetime:
        return self.now + timedelta(seconds=seconds)

    def test_genuine_deliveries_are_accepted(self) -> None:
        message = Message()
        for name, value in self.both.items():
            message[name] = value
        genuine: List[Tuple[str, Dict[str, Any]]] = [
            ("an unchanged delivery", {}),
            ("with X-Webhook-Signature only", {"headers": self.own}),
            ("with the signature of Standard Webhooks only", {"headers": self.standard}),
            ("with headers of Python's own server", {"headers": message}),
            ("with header names in lower case", {"headers": lowered(self.both)}),
            (
                "with header values in lists",
                {"headers": {name: [value] for name, value in self.both.items()}},
            ),
            ("with the secret of Standard Webhooks", {"secret": self.told["standard_secret"]}),
            ("with the secret before a rotation", {"secret": self.old_secret}),
            ("with either of two secrets", {"headers": self.own, "secret": [self.old_secret, self.secret]}),
            ("with the body as bytes", {"payload": self.body.encode()}),
            ("five minutes old", {"now": self.later(300)}),
            ("five minutes ahead", {"now": self.later(-300)}),
        ]
        for what, changes in genuine:
            with self.subTest(what):
                self.assertEqual(self.verify(**changes), json.loads(self.body))

    def test_other_deliveries_are_rejected(self) -> None:
        signature = self.own["X-Webhook-Signature"]
        later = str(int(self.now.timestamp()) + 1)
        v2 = self.standard["webhook-signature"].replace("v1,", "v2,")
        arabic = "".join(chr(0x660 + int(digit)) for digit in self.own["X-Webhook-Timestamp"])
        twice = Message()
        for name, value in [*self.own.items(), ("X-Webhook-Signature", "b")]:
            twice[name] = value
        refused: List[Tuple[str, Dict[str, Any], str]] = [
            ("without headers", {"headers": {}}, "missing_headers"),
            ("without a time", {"headers": {"X-Webhook-Signature": signature}}, "missing_headers"),
            ("with two signatures of one name", {"headers": twice}, "missing_headers"),
            ("older than five minutes", {"now": self.later(301)}, "old_timestamp"),
            ("newer than five minutes", {"now": self.later(-301)}, "old_timestamp"),
            (
                "with an invalid time",
                {"headers": {**self.own, "X-Webhook-Timestamp": "now"}},
                "old_timestamp",
            ),
            (
                "with digits of another script",
                {"headers": {**self.own, "X-Webhook-Timestamp": arabic}},
                "old_timestamp",
            ),
            ("with another body", {"payload": f"{self.body} "}, "wrong_signature"),
            ("with another secret", {"secret": self.told["other_secret"]}, "wrong_signature"),
            (
                "with a truncated signature",
                {"headers": {**self.own, "X-Webhook-Signature": "ab"}},
                "wrong_signature",
            ),
            (
                "with a signature that is not base64",
                {"headers": {**self.standard, "webhook-signature": "v1,ü"}},
                "wrong_signature",
            ),
            (
                "with another version of the scheme",
                {"headers": {**self.standard, "webhook-signature": v2}},
                "wrong_signature",
            ),
            (
                "with the id of another delivery",
                {"headers": {**self.standard, "webhook-id": "evt-2"}},
                "wrong_signature",
            ),
            (
                "with another time",
                {"headers": {**self.own, "X-Webhook-Timestamp": later}},
                "wrong_signature",
            ),
            ("without a secret", {"secret": []}, "wrong_signature"),
        ]
        for what, changes, code in refused:
            with self.subTest(what), self.assertRaises(WebhookVerificationError) as failed:
                self.verify(**changes)
            self.assertEqual(failed.exception.code, code, what)

    def test_a_signed_body_that_is_not_json_is_rejected(self) -> None:
        with self.assertRaises(WebhookVerificationError) as failed:
            self.verify(payload="{", headers=self.told["broken"])
        self.assertEqual(failed.exception.code, "wrong_body")

    def test_an_empty_secret_verifies_no_delivery(self) -> None:
        for empty in ("", "whsec_", [self.secret, ""]):
            with self.assertRaisesRegex(TenantOpsError, "secret of the endpoint is empty"):
                self.verify(headers=self.told["forged"], secret=empty)

    def test_a_shorter_tolerance_is_applied(self) -> None:
        with self.assertRaises(WebhookVerificationError) as failed:
            self.verify(now=self.later(31), tolerance_seconds=30)
        self.assertEqual(failed.exception.code, "old_timestamp")
        self.verify(now=self.later(30), tolerance_seconds=30)

    def test_a_signature_of_the_package_is_that_of_the_service(self) -> None:
        headers = sign_webhook(self.body, self.secret, now=self.now)
        standard = {**lowered(self.own), **lowered(self.standard)}
        standard["webhook-signature"] = standard["webhook-signature"].split(" ")[0]
        self.assertEqual(headers, {**standard, "content-type": "application/json"})
        other = sign_webhook(self.body, self.told["standard_secret"], now=self.now, event_id="evt-2")
        self.assertEqual((other["webhook-id"], self.verify(headers=other)["event_id"]), ("evt-2", "evt-1"))
        for payload in ("[]", "null", "{", '{"event_id": 7}'):
            signed = sign_webhook(payload, self.secret)
            if payload != "{":
                self.assertEqual(verify_webhook(payload, signed, self.secret), json.loads(payload))
        with self.assertRaisesRegex(TenantOpsError, "secret of the endpoint is empty"):
            sign_webhook(self.body, "")

    def test_verify_is_the_same_function_in_the_client_and_the_module(self) -> None:
        ops = TenantOps("https://ops.example.com", api_key="tak_")
        self.assertIs(ops.webhooks.verify, verify_webhook)
        self.assertIs(webhooks.verify, verify_webhook)
        self.assertIs(ops.webhooks.sign, sign_webhook)


def lowered(headers: Dict[str, str]) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
