"""Tests the client for asyncio."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any, List

import tenant_ops
from tenant_ops import AsyncTenantOps, ResponseInfo, TenantOps

from .test_client import SOON, ProxyTestCase
from .unreliable import SILENCE, Answer


class AsyncClient(ProxyTestCase):
    def run_with(self, work: Any, **options: Any) -> Any:
        async def run() -> Any:
            given = {"retry_delays_seconds": SOON, **options}
            async with AsyncTenantOps(self.proxy.url, api_key=self.api_key, **given) as ops:
                return await work(ops)

        return asyncio.run(run())

    def test_records_are_created_changed_read_and_listed(self) -> None:
        external_id = str(uuid.uuid4())

        async def work(ops: AsyncTenantOps) -> None:
            seen: List[ResponseInfo] = []
            tasks = [
                await ops.tasks.create({"title": "A", "external_id": external_id}, on_response=seen.append)
                for _ in range(3)
            ]
            self.assertEqual([one.status for one in seen], [201] * 3)
            changed = await ops.tasks.update(tasks[0]["id"], {"status": "completed"})
            self.assertEqual(await ops.tasks.get(changed["id"]), changed)
            listed = ops.tasks.list({"external_id": external_id, "limit": 2})
            ids = [task["id"] async for task in listed]
            self.assertEqual(ids, [task["id"] for task in reversed(tasks)])
            self.assertEqual([len(page["tasks"]) async for page in listed.pages()], [2, 1])
            self.assertEqual((await listed.page())["total"], 3)
            self.assertEqual((await ops.whoami())["kind"], "key")
            self.assertEqual(len((await ops.call("listKeys", query={"limit": 1}))["keys"]), 1)
            with self.assertRaises(tenant_ops.BadRequestError):
                await ops.tasks.create({"title": ""})

        self.run_with(work)

    def test_both_clients_have_the_same_methods(self) -> None:
        sync = TenantOps(self.proxy.url, api_key="tak_")
        both = AsyncTenantOps(self.proxy.url, api_key="tak_")
        for name, group in vars(sync).items():
            if not name.startswith("_") and name != "call":
                self.assertEqual(public(group), public(getattr(both, name)), name)

    def test_the_event_loop_runs_while_calls_wait(self) -> None:
        self.proxy.faults += [SILENCE] * 8

        async def work(ops: AsyncTenantOps) -> None:
            calls = [asyncio.ensure_future(ops.whoami()) for _ in range(8)]
            while len(self.proxy.passed) < 8:
                await asyncio.sleep(0)
            for call in calls:
                call.cancel()
            ended = await asyncio.gather(*calls, return_exceptions=True)
            self.assertTrue(all(isinstance(one, asyncio.CancelledError) for one in ended))

        self.run_with(work)

    def test_a_cancelled_call_frees_its_thread(self) -> None:
        self.proxy.faults.append(SILENCE)

        async def work(ops: AsyncTenantOps) -> None:
            call = asyncio.ensure_future(ops.whoami())
            while not self.proxy.passed:
                await asyncio.sleep(0)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
            self.assertEqual((await ops.whoami())["kind"], "key")

        self.run_with(work, max_connections=1)
        self.assertEqual(len(self.proxy.passed), 2)

    def test_the_delay_before_a_retry_does_not_block_and_can_be_cancelled(self) -> None:
        self.proxy.faults.append(Answer(429, {"Retry-After": "50"}))
        waiting: List[float] = []

        async def work(ops: AsyncTenantOps) -> None:
            call = asyncio.ensure_future(ops.whoami())
            while not waiting:
                await asyncio.sleep(0)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call

        self.run_with(work, on_retry=lambda report: waiting.append(report.delay_seconds))
        self.assertEqual((waiting, len(self.proxy.passed)), ([50], 1))

    def test_a_server_that_limits_forever_gets_four_requests(self) -> None:
        self.proxy.faults += [Answer(429)] * 9

        async def work(ops: AsyncTenantOps) -> None:
            with self.assertRaises(tenant_ops.RateLimitError):
                await ops.whoami()

        self.run_with(work)
        self.assertEqual(len(self.proxy.passed), 4)

    def test_a_list_that_is_not_read_to_its_end_sends_nothing_more(self) -> None:
        async def work(ops: AsyncTenantOps) -> None:
            for _ in range(2):
                await ops.tasks.create({"title": "A"})
            self.proxy.forget()
            async for _ in ops.tasks.list({"limit": 1}):
                break

        self.run_with(work)
        self.assertEqual(len(self.proxy.passed), 1)


def public(group: object) -> List[str]:
    return [name for name in dir(group) if not name.startswith("_")]
