from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Literal, Optional, Type

if TYPE_CHECKING:
    from .records import ErrorCode


class TenantOpsError(Exception):
    """Everything that this package raises of its own."""


class ServiceConnectionError(TenantOpsError):
    """The service could not be reached, or its answer broke off."""


class ServiceTimeoutError(ServiceConnectionError):
    """The answer took longer than `timeout_seconds`."""


class ApiError(TenantOpsError):
    """The service answered with a failure."""

    status: int
    code: Optional[ErrorCode]
    """What to decide by; None where a proxy answered in place of the service."""
    request_id: Optional[str]
    """The id of the request in the logs of the service."""
    retry_after_seconds: Optional[int]

    def __init__(
        self,
        message: str,
        status: int,
        code: Optional[ErrorCode] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        super().__init__(message, status, code, request_id, retry_after_seconds)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        return str(self.args[0])


class BadRequestError(ApiError):
    """400: the message names the field, then the rule."""


class AuthenticationError(ApiError):
    """401: no live key or token."""


class PermissionDeniedError(ApiError):
    """403: the credential lacks a scope, or the account the skill."""


class NotFoundError(ApiError):
    """404: the record is missing, deleted, or of another account."""


class ConflictError(ApiError):
    """409: it collides with what is there; look that up."""


class RateLimitError(ApiError):
    """429: come back after `retry_after_seconds`."""


class ServerError(ApiError):
    """5xx, after the retries."""


class AuthorizationError(TenantOpsError):
    """A connection was refused, its callback belongs to another one, or its tokens could not be refreshed."""

    code: str
    """`access_denied` and its like, or `state_mismatch`, `issuer_mismatch`, `missing_code`, `refresh_failed`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


VerificationFault = Literal["missing_headers", "old_timestamp", "wrong_signature", "wrong_body"]


class WebhookVerificationError(TenantOpsError):
    """A delivery is not what the service sent, or not fresh."""

    code: VerificationFault

    def __init__(self, code: VerificationFault, message: str) -> None:
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


_BY_STATUS: Dict[int, Type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def kind_of(status: int) -> Type[ApiError]:
    return _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
