from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

from .errors import AuthorizationError
from .options import ClientSettings
from .records import Tokens
from .transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions, ClientOptions


@dataclass(frozen=True)
class Authorization:
    """Store these values in the customer's browser session until the redirect returns."""

    url: str
    """The URL to redirect the customer's browser to."""
    state: str
    code_verifier: str


class ConnectionTokens(Tokens):
    """Tokens, with the absolute time at which the access token expires."""

    expires_at: str
    """The time at which the access token expires."""


class OAuthApp:
    """An OAuth app that customers connect. Implements the authorization code flow with PKCE."""

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str,
        client_secret: str,
        redirect_uri: str,
        auth_url: Optional[str] = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        """`redirect_uri` is a redirect URI of the app, exactly as it was registered. `auth_url` is
        the origin of the consent page; it defaults to the origin of `base_url`.
        """
        self._transport = Transport(base_url, None, ClientSettings(**options))
        self._auth_url = (auth_url or self._transport.base[: -len("/v1/")]).rstrip("/")
        self._proof = {"client_id": client_id, "client_secret": client_secret}
        self._redirect_uri = redirect_uri

    def authorize(self, scopes: Sequence[str]) -> Authorization:
        state, code_verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        query = {
            "response_type": "code",
            "client_id": self._proof["client_id"],
            "redirect_uri": self._redirect_uri,
            "scope": " ".join(scopes),
            "state": state,
            "code_challenge": _challenge_of(code_verifier),
            "code_challenge_method": "S256",
        }
        url = f"{self._auth_url}/oauth/authorize?{urlencode(query)}"
        return Authorization(url, state, code_verifier)

    def exchange(
        self, callback: str, authorization: Authorization, **options: Unpack[CallOptions]
    ) -> ConnectionTokens:
        """Exchanges the code in the redirect URL for tokens, after checking `state` and `iss`."""
        code = self._read_code(parse_qs(urlsplit(callback).query), authorization.state)
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect_uri,
            "code_verifier": authorization.code_verifier,
            **self._proof,
        }
        return _keep(self._transport.call("exchangeToken", body=body, **options))

    def refresh(self, refresh_token: str, **options: Unpack[CallOptions]) -> ConnectionTokens:
        """Refreshes the tokens. Never retried: using a refresh token twice ends the connection."""
        body = {"grant_type": "refresh_token", "refresh_token": refresh_token, **self._proof}
        return _keep(self._transport.call("exchangeToken", body=body, **options))

    def revoke(self, token: str, **options: Unpack[CallOptions]) -> None:
        """Revokes a token. A refresh token ends the whole connection; an access token ends only itself."""
        self._transport.call("revokeToken", body={"token": token, **self._proof}, **options)

    def _read_code(self, answered: Dict[str, List[str]], state: str) -> str:
        def find(name: str) -> Optional[str]:
            return answered.get(name, [None])[0]

        if not secrets.compare_digest((find("state") or "").encode(), state.encode()):
            message = "The browser came back from another authorization"
            raise AuthorizationError("state_mismatch", message)
        issuer, error, code = find("iss"), find("error"), find("code")
        if issuer is not None and issuer.rstrip("/") != self._auth_url:
            raise AuthorizationError("issuer_mismatch", f"The browser came back from {issuer}")
        if error is not None:
            raise AuthorizationError(error, find("error_description") or error)
        if code is None:
            raise AuthorizationError("missing_code", "The browser came back without a code")
        return code


def _challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _keep(tokens: Tokens) -> ConnectionTokens:
    expires_at = datetime.now(timezone.utc) + timedelta(seconds=tokens["expires_in"])
    text = expires_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {**tokens, "expires_at": text}
