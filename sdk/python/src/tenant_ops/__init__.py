"""The client of a Tenant Ops service."""

from . import records, webhooks
from .async_client import AsyncTenantOps
from .attempt import HttpReply, HttpRequest
from .client import TenantOps
from .connection import Connection
from .errors import (
    ApiError,
    AuthenticationError,
    AuthorizationError,
    BadRequestError,
    ConflictError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    ServiceConnectionError,
    ServiceTimeoutError,
    TenantOpsError,
    VerificationFault,
    WebhookVerificationError,
)
from .lists import AsyncRecordList, RecordList
from .oauth import Authorization, ConnectionTokens, OAuthApp
from .options import AttemptReport, CallOptions, ClientOptions, ResponseInfo, RetryReport
from .transport import VERSION as __version__
from .webhooks import DeliveryHeaders
from .webhooks import sign as sign_webhook
from .webhooks import verify as verify_webhook

__all__ = [
    "ApiError",
    "AsyncRecordList",
    "AsyncTenantOps",
    "AttemptReport",
    "AuthenticationError",
    "Authorization",
    "AuthorizationError",
    "BadRequestError",
    "CallOptions",
    "ClientOptions",
    "ConflictError",
    "Connection",
    "ConnectionTokens",
    "DeliveryHeaders",
    "HttpReply",
    "HttpRequest",
    "NotFoundError",
    "OAuthApp",
    "PermissionDeniedError",
    "RateLimitError",
    "RecordList",
    "ResponseInfo",
    "RetryReport",
    "ServerError",
    "ServiceConnectionError",
    "ServiceTimeoutError",
    "TenantOps",
    "TenantOpsError",
    "VerificationFault",
    "WebhookVerificationError",
    "__version__",
    "records",
    "sign_webhook",
    "verify_webhook",
    "webhooks",
]
