from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Literal, Optional, Type

if TYPE_CHECKING:
    from .records import ErrorCode


class TenantOpsError(Exception):
    """The base class of all errors that this package raises."""


class ServiceConnectionError(TenantOpsError):
    """The service could not be reached, or the connection was closed before the end of the answer."""


class ServiceTimeoutError(ServiceConnectionError):
    """The answer took longer than `timeout_seconds`."""


class ApiError(TenantOpsError):
    """The service answered with an error status."""

    status: int
    code: Optional[ErrorCode]
    """The error code. None if a proxy answered instead of the service."""
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
    """400: the request is invalid. The message names the field, then the rule."""


class AuthenticationError(ApiError):
    """401: the key or token is missing, invalid, expired or revoked."""


class PermissionDeniedError(ApiError):
    """403: the credential lacks a scope, or the account has no access to the skill."""


class NotFoundError(ApiError):
    """404: the record does not exist, is deleted, or belongs to another account."""


class ConflictError(ApiError):
    """409: the request conflicts with an existing record."""


class RateLimitError(ApiError):
    """429: too many requests; retry after `retry_after_seconds`."""


class ServerError(ApiError):
    """5xx: the service failed. Raised after all retries."""


class AuthorizationError(TenantOpsError):
    """The user refused the connection, the redirect belongs to a different authorization, or the
    tokens could not be refreshed.
    """

    code: str
    """An OAuth error code such as `access_denied`, or one of `state_mismatch`, `issuer_mismatch`,
    `missing_code` and `refresh_failed`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


VerificationFault = Literal["missing_headers", "old_timestamp", "wrong_signature", "wrong_body"]


class WebhookVerificationError(TenantOpsError):
    """The signature of a delivery is invalid, or its timestamp is too old or too far in the future."""

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


def error_class_of(status: int) -> Type[ApiError]:
    return _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
