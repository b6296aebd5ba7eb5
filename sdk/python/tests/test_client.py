"""Tests the client against a service, through a proxy that injects faults."""

from __future__ import annotations

import socket
import time
import unittest
import uuid
from email.utils import formatdate
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Tuple, Type
from unittest import mock

import tenant_ops
from tenant_ops import TenantOps
from tenant_ops.attempt import Deadline, TimedReader, TimedSocket
from tenant_ops.options import RETRY_DELAYS_SECONDS
from tenant_ops.records import CALLS, ListTasksQuery, NewInvitation

from .service import UNKNOWN, load
from .unreliable import CUT, DROPS, LOST_ANSWER, LOST_REQUEST, SILENCE, Answer, Fault, UnreliableProxy

SOON = (0.001, 0.001, 0.001)


class ProxyTestCase(unittest.TestCase):
    told: Dict[str, Any]
    proxy: UnreliableProxy
    api_key: str
    ops: TenantOps

    @classmethod
    def setUpClass(cls) -> None:
        cls.told = load()
        cls.proxy = UnreliableProxy(cls.told["url"])
        cls.addClassCleanup(cls.proxy.close)
        cls.api_key = cls.told["api_key"]
        cls.ops = TenantOps(cls.proxy.url, api_key=cls.api_key, retry_delays_seconds=SOON)

    def setUp(self) -> None:
        self.proxy.forget()


class Operations(ProxyTestCase):
    def test_200_for_every_operation_of_tasks(self) -> None:
        external_id = str(uuid.uuid4())
        task = self.ops.tasks.create({"title": "Pumpe ✓", "priority": "high", "external_id": external_id})
        self.assertEqual((task["title"], task["priority"], task["source"]), ("Pumpe ✓", "high", "api"))
        changed = self.ops.tasks.update(task["id"], {"status": "completed", "description": None})
        self.assertEqual(changed["status"], "completed")
        self.assertEqual(self.ops.tasks.get(task["id"]), changed)
        page = self.ops.tasks.list({"external_id": external_id}).page()
        self.assertEqual((page["tasks"], page["total"]), ([changed], 1))

    def test_200_for_every_operation_of_sessions(self) -> None:
        renamed = self.ops.sessions.update(self.told["session_id"], {"session_name": "B"})
        self.assertEqual(renamed["session_name"], "B")
        self.assertEqual(self.ops.sessions.get(renamed["id"]), renamed)
        self.assertEqual(self.ops.sessions.list({"role": "trainee"}).page()["sessions"], [renamed])
        deleted = self.ops.sessions.delete(renamed["id"])
        self.assertEqual(deleted, {"deleted": True, "core": "queued"})
        self.assertEqual(self.ops.sessions.deletion(renamed["id"])["state"], "queued")

    def test_200_for_every_operation_of_users(self) -> None:
        email = f"new-{uuid.uuid4()}@example.com"
        invited = self.ops.users.invite({"email": email, "full_name": "Nele Neu", "roles": ["admin"]})
        found = {user["id"]: user for user in self.ops.users.list({"role": "tenant_admin"})}
        self.assertEqual(found[invited["user_id"]]["full_name"], "Nele Neu")
        user = self.ops.users.get(invited["user_id"])
        self.assertEqual(list(self.ops.users.list({"email": email.upper()})), [user])
        self.assertEqual(self.ops.users.deactivate(user["id"]), {**user, "status": "inactive"})
        self.assertEqual(self.ops.users.reactivate(user["id"]), user)
        member: NewInvitation = {"email": f"member-{uuid.uuid4()}@example.com", "full_name": "Mo"}
        self.assertEqual(self.ops.users.invite_member(member)["roles"], [])

    def test_200_for_every_operation_of_forms(self) -> None:
        image = "https://example.com/a.png"
        form = self.ops.forms.create({"name": "Check", "template_image_url": image})
        self.assertEqual(self.ops.forms.get(form["id"]), form)
        renamed = self.ops.forms.update(form["id"], {"name": "Checked", "is_active": False})
        self.assertEqual((renamed["name"], renamed["is_active"]), ("Checked", False))
        self.assertEqual(list(self.ops.forms.list()), [renamed])
        self.assertEqual(list(self.ops.forms.list({"library": True})), [])
        self.assertEqual(self.proxy.passed[-1].path, "/v1/api-tenant-forms?library=true&limit=100&offset=0")
        with self.assertRaises(tenant_ops.NotFoundError):
            self.ops.forms.import_(UNKNOWN)
        self.assertEqual(self.ops.forms.delete(form["id"]), {"deleted": True, "id": form["id"]})

    def test_200_for_every_operation_of_submissions(self) -> None:
        form_id = self.told["form_id"]
        (submission,) = self.ops.submissions.list({"form_id": form_id})
        self.assertEqual(submission["answers"], {"note": "Ümit"})
        self.assertEqual(self.ops.submissions.get(submission["id"]), submission)
        lines = self.ops.submissions.export(form_id).split("\r\n")
        self.assertEqual(lines[0], "Submitted,Person,Session,Task,Missing,Submission,Note")
        self.assertTrue(lines[1].endswith(",Ümit"), lines)
        with self.assertRaises(tenant_ops.NotFoundError):
            self.ops.submissions.export(UNKNOWN)

    def test_200_for_every_operation_of_procedures(self) -> None:
        (procedure,) = self.ops.procedures.list({"status": "pending"})
        self.assertEqual(self.ops.procedures.get(procedure["id"]), procedure)
        reviewed = self.ops.procedures.review(procedure["id"], {"status": "approved", "notes": "Good."})
        self.assertEqual((reviewed["status"], reviewed["review_notes"]), ("approved", "Good."))
        page = self.ops.procedures.list({"status": "approved"}).page()
        self.assertEqual((page["procedures"], page["total"]), ([reviewed], 1))

    def test_200_for_every_operation_of_webhooks(self) -> None:
        url = "https://hooks.example.com/a"
        id = self.ops.webhooks.subscribe({"url": url, "events": ["task.created"]})["id"]
        found = {"exists": True, "id": id, "events": ["task.created"], "url": url}
        self.assertEqual(self.ops.webhooks.check(id), found)
        self.assertEqual(self.ops.webhooks.unsubscribe(id), {"success": True})
        self.assertEqual(self.ops.webhooks.check(id), {"exists": False})

    def test_404_for_an_unknown_skill(self) -> None:
        with self.assertRaises(tenant_ops.ApiError) as failed:
            self.ops.skills.execute({"skill_id": UNKNOWN, "arguments": {}})
        self.assertIn(failed.exception.status, (403, 404))

    def test_200_for_any_operation_by_its_operation_id(self) -> None:
        self.assertEqual(len(self.ops.call("listKeys", query={"limit": 1})["keys"]), 1)
        self.assertEqual(self.ops.whoami()["kind"], "key")

    def test_the_base_url_can_end_with_the_version_or_without_it(self) -> None:
        for base_url in (self.proxy.url, f"{self.proxy.url}/v1", f"{self.proxy.url}/v1/"):
            TenantOps(base_url, api_key=f"{self.api_key}\n").users.list({"limit": 1}).page()
            self.assertEqual(self.proxy.passed[-1].path, "/v1/api-tenant-users?limit=1")

    def test_an_invalid_base_url_and_a_missing_credential_raise_value_error(self) -> None:
        for base_url in ("ops.example.com", "ftp://ops.example.com", "file:///etc/passwd", "https://"):
            with self.assertRaises(ValueError):
                TenantOps(base_url, api_key="tak_")
        with self.assertRaises(ValueError):
            TenantOps("https://ops.example.com")  # type: ignore[call-overload]


class Lists(ProxyTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.listed: ListTasksQuery = {"external_id": str(uuid.uuid4()), "limit": 2}

    def create(self) -> str:
        external_id = self.listed["external_id"]
        return self.ops.tasks.create({"title": "A", "external_id": external_id})["id"]

    def test_iterating_a_list_yields_each_record_once_while_new_records_are_created(self) -> None:
        ids = [self.create() for _ in range(5)][::-1]
        walked = []
        for task in self.ops.tasks.list(self.listed):
            walked.append(task["id"])
            if len(walked) == 2:
                self.create()
        self.assertEqual(walked, ids)

        doubled: List[str] = []
        for page in self.ops.tasks.list(self.listed).pages():
            if not doubled:
                self.create()
            doubled += [task["id"] for task in page["tasks"]]
        self.assertLess(len(set(doubled)), len(doubled))

    def test_a_list_is_read_page_by_page(self) -> None:
        ids = [self.create() for _ in range(6)][::-1]
        pages = [(len(page["tasks"]), page["total"]) for page in self.ops.tasks.list(self.listed).pages()]
        self.assertEqual(pages, [(2, 6), (2, 6), (2, 6)])
        rest = [task["id"] for task in self.ops.tasks.list({**self.listed, "offset": 4})]
        self.assertEqual(rest, ids[4:])


Failing = Tuple[Callable[[], object], Type[tenant_ops.ApiError], int, str]


class Failures(ProxyTestCase):
    def test_each_failure_has_its_class_its_code_and_the_id_of_its_request(self) -> None:
        narrow = TenantOps(self.proxy.url, api_key=self.told["narrow_key"])
        unknown = TenantOps(self.proxy.url, api_key="tak_wrong")
        email = self.told["admin_email"]
        failing: List[Failing] = [
            (
                lambda: self.ops.tasks.create({"title": ""}),
                tenant_ops.BadRequestError,
                400,
                "BAD_REQUEST",
            ),
            (unknown.users.list().page, tenant_ops.AuthenticationError, 401, "INVALID_KEY"),
            (
                narrow.tasks.list().page,
                tenant_ops.PermissionDeniedError,
                403,
                "INSUFFICIENT_PERMISSIONS",
            ),
            (lambda: self.ops.tasks.update(UNKNOWN, {}), tenant_ops.NotFoundError, 404, "NOT_FOUND"),
            (
                lambda: self.ops.users.invite({"email": email, "full_name": "A", "roles": ["admin"]}),
                tenant_ops.ConflictError,
                409,
                "CONFLICT",
            ),
        ]
        for call, kind, status, code in failing:
            with self.assertRaises(kind, msg=code) as failed:
                call()
            self.assertEqual((failed.exception.status, failed.exception.code), (status, code))
            self.assertTrue(failed.exception.request_id and len(str(failed.exception)) > 5)
        self.assertEqual(len(self.proxy.passed), len(failing))

    def test_an_error_has_the_message_of_the_service(self) -> None:
        self.proxy.faults.append(Answer(400, body='{"error":"BAD_REQUEST","message":"title: is missing"}'))
        with self.assertRaises(tenant_ops.TenantOpsError) as failed:
            self.ops.tasks.create({"title": "A"})
        self.assertEqual(str(failed.exception), "title: is missing")

    def test_a_response_that_is_not_json_is_an_error(self) -> None:
        self.proxy.faults.append(Answer(200, body="<html>"))
        with self.assertRaisesRegex(tenant_ops.TenantOpsError, "no JSON"):
            self.ops.users.list().page()


class Retries(ProxyTestCase):
    def test_retries_follow_after_1_5_and_30_seconds(self) -> None:
        self.assertEqual(tuple(RETRY_DELAYS_SECONDS), (1, 5, 30))
        self.proxy.faults += [Answer(500)] * 4
        patient = TenantOps(self.proxy.url, api_key=self.api_key)
        with mock.patch("time.sleep") as slept, self.assertRaises(tenant_ops.ServerError):
            patient.users.list().page()
        waited = [call.args[0] for call in slept.call_args_list]
        self.assertEqual(len(waited), 3)
        for seconds, least in zip(waited, RETRY_DELAYS_SECONDS):
            self.assertTrue(least <= seconds <= least * 1.2, waited)

    def test_201_once_after_transient_faults(self) -> None:
        passing: List[Tuple[str, List[Fault]]] = [
            ("a lost response", [LOST_ANSWER]),
            ("a truncated response", [CUT]),
            ("a lost request", [LOST_REQUEST] * 3),
            ("a proxy without a service", [Answer(502, body="<html>"), Answer(504)]),
            ("a rate limit", [Answer(429, {"Retry-After": "0"}), Answer(429)]),
            ("the service itself", [Answer(500, body='{"error":"INTERNAL_ERROR","message":"A"}')]),
        ]
        for what, faults in passing:
            with self.subTest(what):
                self.proxy.forget()
                self.proxy.faults += faults
                external_id = str(uuid.uuid4())
                task = self.ops.tasks.create({"title": "A", "external_id": external_id})
                self.assertEqual(len(self.proxy.passed), len(faults) + 1)
                keys = {request.headers["idempotency-key"] for request in self.proxy.passed}
                self.assertEqual(len(keys), 1)
                self.assertRegex(keys.pop(), r"^[\w-]{43}$")
                self.assertEqual(list(self.ops.tasks.list({"external_id": external_id})), [task])

    def test_control_the_same_fault_without_an_idempotency_key_creates_two_records(self) -> None:
        careless = UnreliableProxy(self.told["url"])
        self.addCleanup(careless.close)
        careless.loses_keys = True
        careless.faults.append(LOST_ANSWER)
        external_id = str(uuid.uuid4())
        ops = TenantOps(careless.url, api_key=self.api_key, retry_delays_seconds=SOON)
        ops.tasks.create({"title": "A", "external_id": external_id})
        self.assertEqual(ops.tasks.list({"external_id": external_id}).page()["total"], 2)

    def test_two_calls_with_one_idempotency_key_create_one_record(self) -> None:
        key = str(uuid.uuid4())
        first = self.ops.tasks.create({"title": "A"}, idempotency_key=key)
        self.assertEqual(self.ops.tasks.create({"title": "A"}, idempotency_key=key), first)
        self.assertNotEqual(self.ops.tasks.create({"title": "A"})["id"], first["id"])

    def test_a_retry_during_its_first_attempt_is_repeated_until_that_attempt_ends(self) -> None:
        running = '{"error":"CONFLICT","message":"Idempotency-Key: a request with this key is still running"}'
        self.proxy.faults += [LOST_ANSWER, Answer(409, body=running)]
        task = self.ops.tasks.create({"title": "A"})
        self.assertEqual((len(self.proxy.passed), task["title"]), (3, "A"))

    def test_permanent_errors_are_not_retried(self) -> None:
        lasting: List[Tuple[Answer, Type[tenant_ops.ApiError]]] = [
            (Answer(400), tenant_ops.BadRequestError),
            (Answer(401), tenant_ops.AuthenticationError),
            (Answer(403), tenant_ops.PermissionDeniedError),
            (Answer(404), tenant_ops.NotFoundError),
            (Answer(409), tenant_ops.ConflictError),
            (Answer(429, {"Retry-After": "3600"}), tenant_ops.RateLimitError),
            (Answer(302, {"Location": "https://example.com"}), tenant_ops.ApiError),
            (Answer(503, {"Retry-After": "3600"}), tenant_ops.ServerError),
        ]
        for answer, kind in lasting:
            with self.subTest(answer.status):
                self.proxy.forget()
                self.proxy.faults.append(answer)
                with self.assertRaises(kind) as failed:
                    self.ops.users.list().page()
                asked = answer.headers.get("Retry-After")
                self.assertEqual(failed.exception.code, None)
                self.assertEqual(failed.exception.retry_after_seconds, asked and int(asked))
                self.assertEqual(len(self.proxy.passed), 1)

    def test_a_call_makes_at_most_four_attempts(self) -> None:
        for status, kind in ((500, tenant_ops.ServerError), (429, tenant_ops.RateLimitError)):
            self.proxy.forget()
            self.proxy.faults += [Answer(status)] * 5
            with self.assertRaises(kind):
                self.ops.users.list().page()
            self.assertEqual(len(self.proxy.passed), 4)

    def test_a_retry_waits_for_retry_after_in_seconds_or_as_a_date(self) -> None:
        date = formatdate(time.time() + 40, usegmt=True)
        self.proxy.faults += [Answer(503, {"Retry-After": "7"}), Answer(503, {"Retry-After": date})]
        with mock.patch("time.sleep") as slept:
            self.ops.users.list().page()
        first, second = [call.args[0] for call in slept.call_args_list]
        self.assertEqual(first, 7)
        self.assertTrue(7 < second <= 40, second)

    def test_a_post_without_an_idempotency_key_is_never_retried(self) -> None:
        once = [name for name, (_, _, is_repeatable) in CALLS.items() if not is_repeatable]
        self.assertEqual(once, ["exchangeToken", "revokeToken"])


class Timeouts(ProxyTestCase):
    def test_a_call_without_a_response_times_out_and_is_retried(self) -> None:
        self.proxy.faults += [SILENCE] * 3
        hasty = TenantOps(
            self.proxy.url, api_key=self.api_key, timeout_seconds=0.3, retry_delays_seconds=()
        )
        with self.assertRaises(tenant_ops.ServiceTimeoutError):
            hasty.users.list().page()
        self.proxy.wait_for(1)
        hasty = TenantOps(self.proxy.url, api_key=self.api_key, retry_delays_seconds=(0.001,))
        with self.assertRaises(tenant_ops.ServiceTimeoutError):
            hasty.call("listUsers", timeout_seconds=0.3)
        self.proxy.wait_for(3)

    def test_a_call_with_an_endless_response_times_out(self) -> None:
        self.proxy.faults += [DROPS] * 4
        with self.assertRaises(tenant_ops.ServiceTimeoutError):
            self.ops.call("listUsers", timeout_seconds=0.3)
        self.proxy.wait_for(4)

    def test_each_read_has_only_the_remaining_time_of_the_call(self) -> None:
        here, there = socket.socketpair()
        self.addCleanup(here.close)
        self.addCleanup(there.close)
        there.sendall(b"abcdef")
        seconds = iter(range(10))
        held = SimpleNamespace(monotonic=lambda: next(seconds))
        with mock.patch("tenant_ops.attempt.time", held):
            timed, deadline = TimedSocket(here), Deadline(4)
            deadline.start()
            timed.begin(deadline)
            reader = TimedReader(timed)
            self.assertEqual([reader.read(1) for _ in range(3)], [b"a", b"b", b"c"])
            with self.assertRaises(socket.timeout):
                reader.read(1)
        self.assertEqual(here.recv(1), b"d")

    def test_a_refused_connection_is_an_error(self) -> None:
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            port = closed.getsockname()[1]
            nowhere = TenantOps(
                f"http://127.0.0.1:{port}", api_key=self.api_key, retry_delays_seconds=SOON
            )
            with self.assertRaisesRegex(tenant_ops.ServiceConnectionError, "refused"):
                nowhere.whoami()
