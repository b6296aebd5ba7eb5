"""The client of a Tenant Ops service."""

from . import records, webhooks
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
from .lists import RecordList
from .oauth import Authorization, ConnectionTokens, OAuthApp
from .options import CallOptions
from .transport import VERSION as __version__
from .webhooks import DeliveryHeaders
from .webhooks import verify as verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "Authorization",
    "AuthorizationError",
    "BadRequestError",
    "CallOptions",
    "ConflictError",
    "Connection",
    "ConnectionTokens",
    "DeliveryHeaders",
    "NotFoundError",
    "OAuthApp",
    "PermissionDeniedError",
    "RateLimitError",
    "RecordList",
    "ServerError",
    "ServiceConnectionError",
    "ServiceTimeoutError",
    "TenantOps",
    "TenantOpsError",
    "VerificationFault",
    "WebhookVerificationError",
    "__version__",
    "records",
    "verify_webhook",
    "webhooks",
]
