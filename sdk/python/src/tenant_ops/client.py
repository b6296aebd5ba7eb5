from __future__ import annotations

from typing import TYPE_CHECKING, Optional, overload

from .connection import Connection
from .options import ClientSettings
from .resources import Resources, Webhooks
from .transport import Credential, KeyCredential, Transport
from .webhooks import sign, verify

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .options import CallOptions, ClientOptions
    from .records import Identity, Operations


class SignedWebhooks(Webhooks):
    """The methods of `ops.webhooks`, with those that check and write signatures."""

    verify = staticmethod(verify)
    sign = staticmethod(sign)


class TenantOps(Resources):
    """A client of the service. All calls act on the account of its key or connection. Threads can
    share one client. Close it, or use it in a `with` statement, to close its connections.
    """

    call: Operations
    """Calls any operation by its operation id in the OpenAPI document."""
    webhooks: SignedWebhooks

    @overload
    def __init__(
        self, base_url: str, *, api_key: str, **options: Unpack[ClientOptions]
    ) -> None: ...

    @overload
    def __init__(
        self, base_url: str, *, oauth: Connection, **options: Unpack[ClientOptions]
    ) -> None: ...

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        oauth: Optional[Connection] = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        """`base_url` is the address of the service, such as `https://ops.example.com/v1/`."""
        credential = credential_of(api_key, oauth)
        self._transport = Transport(base_url, credential, ClientSettings(**options))
        self.call = self._transport.call
        super().__init__(self.call)
        self.webhooks = SignedWebhooks(self.call)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the kept connections. A later call opens new ones."""
        self._transport.close()

    def whoami(self, **options: Unpack[CallOptions]) -> Identity:
        """Returns the owner of this key or token, and its scopes."""
        return self.call("getIdentity", **options)


def credential_of(api_key: Optional[str], oauth: Optional[Connection]) -> Credential:
    if api_key is not None and oauth is None:
        return KeyCredential(api_key)
    if oauth is not None and api_key is None:
        return oauth
    raise ValueError("api_key or oauth: one of them is needed")
