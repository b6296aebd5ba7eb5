from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union, cast, overload

from .async_resources import AsyncResources, AsyncWebhooks
from .client import credential_of
from .connection import Connection
from .options import CallSettings, ClientSettings
from .retries import Pause
from .transport import Sending, Steps, Transport
from .webhooks import sign, verify

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .attempt import HttpReply
    from .options import CallOptions, ClientOptions
    from .records import AsyncOperations, Identity

_MOST_CONNECTIONS = 32


class AsyncSignedWebhooks(AsyncWebhooks):
    """The methods of `ops.webhooks`, with those that check and write signatures."""

    verify = staticmethod(verify)
    sign = staticmethod(sign)


class AsyncTenantOps(AsyncResources):
    """A client for asyncio, with the same methods as `TenantOps`. Each request runs in a thread of
    the client, so that the event loop does not wait for it. Use the client in an `async with`
    statement.
    """

    call: AsyncOperations
    """Calls any operation by its operation id in the OpenAPI document."""
    webhooks: AsyncSignedWebhooks

    @overload
    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        max_connections: int = ...,
        **options: Unpack[ClientOptions],
    ) -> None: ...

    @overload
    def __init__(
        self,
        base_url: str,
        *,
        oauth: Connection,
        max_connections: int = ...,
        **options: Unpack[ClientOptions],
    ) -> None: ...

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        oauth: Optional[Connection] = None,
        max_connections: int = _MOST_CONNECTIONS,
        **options: Unpack[ClientOptions],
    ) -> None:
        """`max_connections` is the number of simultaneous requests; further ones wait."""
        credential = credential_of(api_key, oauth)
        self._transport = Transport(base_url, credential, ClientSettings(**options))
        self._threads = ThreadPoolExecutor(max_connections, thread_name_prefix="tenant-ops")
        self.call = cast("AsyncOperations", self._call)
        super().__init__(self.call)
        self.webhooks = AsyncSignedWebhooks(self.call)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the kept connections and ends the threads. No call may follow."""
        self._threads.shutdown(wait=False)
        self._transport.close()

    async def whoami(self, **options: Unpack[CallOptions]) -> Identity:
        """Returns the owner of this key or token, and its scopes."""
        return await self.call("getIdentity", **options)

    async def _call(
        self,
        name: str,
        *,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[object] = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        return await self._run(self._transport.steps(name, query, body, CallSettings(**options)))

    async def _run(self, steps: Steps) -> Any:
        try:
            step = next(steps)
            while True:
                try:
                    result = await self._take(step)
                except Exception as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return end.value

    async def _take(self, step: Union[Sending, Pause]) -> Optional[HttpReply]:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, step.run)
        except asyncio.CancelledError:
            # Ends the request, so that its thread does not wait for the answer.
            step.deadline.cancel()
            raise
