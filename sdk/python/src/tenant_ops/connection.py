from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime, timedelta, timezone
from threading import Lock
from typing import Callable, Optional

from .errors import AuthorizationError, ServerError, ServiceConnectionError
from .oauth import ConnectionTokens, OAuthApp

_EARLY = timedelta(seconds=60)
"""A token is refreshed this long before it expires, so that it does not expire during a request."""


class Connection:
    """The OAuth connection of a customer. Tokens are refreshed when necessary, by one thread at a
    time.

    `on_tokens` stores refreshed tokens. The client uses the new tokens only after it has
    returned.
    """

    def __init__(
        self,
        app: OAuthApp,
        tokens: ConnectionTokens,
        on_tokens: Optional[Callable[[ConnectionTokens], None]] = None,
    ) -> None:
        self._app = app
        self._tokens = tokens
        self._on_tokens = on_tokens
        self._given: Optional[ConnectionTokens] = None
        self._lock = Lock()
        self._refreshing: Optional[Future[None]] = None

    def token(self) -> str:
        self._refresh_where(_is_expiring)
        return self._tokens["access_token"]

    def renew(self, refused: str) -> bool:
        self._refresh_where(lambda tokens: tokens["access_token"] == refused)
        return True

    def _refresh_where(self, is_needed: Callable[[ConnectionTokens], bool]) -> None:
        """Refreshes the tokens if necessary. Threads that arrive during a refresh wait for its
        result, or get its error.
        """
        with self._lock:
            if not is_needed(self._tokens):
                return
            running = self._refreshing
            mine: Future[None] = Future()
            if running is None:
                self._refreshing = mine
        if running is None:
            self._refresh(mine)
        else:
            running.result()

    def _refresh(self, mine: Future[None]) -> None:
        try:
            if self._given is None:
                self._given = self._refreshed()
            tokens = self._given
            if self._on_tokens is not None:
                self._on_tokens(tokens)
        except BaseException as error:
            self._end(mine, self._tokens)
            mine.set_exception(error)
            raise
        # Until `on_tokens` has stored the tokens, each retry passes the same ones again: a second
        # refresh would be a replay.
        self._given = None
        self._end(mine, tokens)
        mine.set_result(None)

    def _end(self, mine: Future[None], tokens: ConnectionTokens) -> None:
        with self._lock:
            self._tokens = tokens
            self._refreshing = None

    def _refreshed(self) -> ConnectionTokens:
        """Never retried: repeating a refresh after a lost answer would be a replay."""
        try:
            return self._app.refresh(self._tokens["refresh_token"])
        except (ServiceConnectionError, ServerError) as cause:
            message = f"The tokens were not refreshed: {cause}"
            raise AuthorizationError("refresh_failed", message) from cause


def _is_expiring(tokens: ConnectionTokens) -> bool:
    expires_at = datetime.fromisoformat(tokens["expires_at"].replace("Z", "+00:00"))
    return expires_at - _EARLY < datetime.now(timezone.utc)
