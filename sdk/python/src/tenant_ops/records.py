# Written by `npm run sdk-records` from the OpenAPI document.
"""The records, events and operations of the public API."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Protocol, Tuple, TypedDict, Union, overload

from .options import CallOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "App",
    "AppChanges",
    "AppPage",
    "AppReview",
    "AppReviewed",
    "AppSecret",
    "AsyncOperations",
    "CALLS",
    "CancelWebhookRotationQuery",
    "CatalogueEntry",
    "ChangedSeat",
    "CheckWebhookQuery",
    "CodeExchange",
    "Collection",
    "CollectionPage",
    "CreatedIntegration",
    "CreatedKey",
    "CreatedSeat",
    "DeactivateUserQuery",
    "Deactivation",
    "DeleteAppQuery",
    "DeleteCollectionQuery",
    "DeleteDocumentQuery",
    "DeleteFormQuery",
    "DeleteSessionQuery",
    "Deleted",
    "DeletedApp",
    "DeletedForm",
    "DeletedSession",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryDetail",
    "DeliveryPage",
    "DocumentCollection",
    "DocumentPage",
    "ErrorBody",
    "ErrorCode",
    "EventHeaders",
    "EventIntegration",
    "ExportSubmissionsQuery",
    "Form",
    "FormChanges",
    "FormImport",
    "FormPage",
    "FormSubmission",
    "FormSubmissionPage",
    "FoundWebhook",
    "GetAppQuery",
    "GetDeletionQuery",
    "GetDeliveryQuery",
    "GetProcedureQuery",
    "GetRetryQuery",
    "GetSeatQuery",
    "GetSubmissionQuery",
    "GetUsageQuery",
    "GetWebhookQuery",
    "Identity",
    "IdentityAccount",
    "Integration",
    "IntegrationPage",
    "IntegrationSecret",
    "Invited",
    "Invitee",
    "Key",
    "KeyChanges",
    "KeyPage",
    "KnowledgeDocument",
    "KnowledgeLanguage",
    "ListAppsQuery",
    "ListCollectionsQuery",
    "ListDeletionsQuery",
    "ListDeliveriesQuery",
    "ListDocumentsQuery",
    "ListFormsQuery",
    "ListIntegrationsQuery",
    "ListKeysQuery",
    "ListProceduresQuery",
    "ListRequestsQuery",
    "ListSeatsQuery",
    "ListSessionsQuery",
    "ListSkillsQuery",
    "ListSubmissionsQuery",
    "ListTasksQuery",
    "ListUsersQuery",
    "ListWebhooksQuery",
    "ListenEventsQuery",
    "ListenedEvent",
    "ListenedEvents",
    "LoggedRequest",
    "MissingWebhook",
    "NewApp",
    "NewContent",
    "NewDocument",
    "NewForm",
    "NewIntegration",
    "NewInvitation",
    "NewKey",
    "NewLanguage",
    "NewRetry",
    "NewSeat",
    "NewTask",
    "NewWebhook",
    "Operations",
    "PairingCode",
    "Passage",
    "PassageList",
    "PauseWebhookQuery",
    "Person",
    "ProcedurePage",
    "QueuedDelivery",
    "ReactivateUserQuery",
    "ReplaceDocumentQuery",
    "ReprocessDocumentQuery",
    "RequestCaller",
    "RequestPage",
    "ResetWebhookFailuresQuery",
    "ResumeWebhookQuery",
    "Retry",
    "RetryDeliveryQuery",
    "Review",
    "ReviewProcedureQuery",
    "RevokeDeviceQuery",
    "RevokeIntegrationQuery",
    "RevokeKeyQuery",
    "RevokedIntegration",
    "RevokedKey",
    "RevokedToken",
    "RollKeyQuery",
    "RotateAppSecretQuery",
    "RotateIntegrationSecretQuery",
    "RotateWebhookSecretQuery",
    "RotatedWebhookSecret",
    "SearchKnowledgeQuery",
    "Seat",
    "SeatChanges",
    "SeatPage",
    "SendTestEventQuery",
    "SentTestEvent",
    "Session",
    "SessionChanges",
    "SessionCompletedData",
    "SessionCompletedEvent",
    "SessionContext",
    "SessionDeletion",
    "SessionDeletionPage",
    "SessionPage",
    "SessionStartedData",
    "SessionStartedEvent",
    "SessionSummary",
    "Skill",
    "SkillExecutedData",
    "SkillExecutedEvent",
    "SkillExecution",
    "SkillOutput",
    "SkillPage",
    "StartPairingQuery",
    "SubmitAppQuery",
    "SubscribedWebhook",
    "SwitchWebhookSecretQuery",
    "Task",
    "TaskChanges",
    "TaskCompletedData",
    "TaskCompletedEvent",
    "TaskCreatedData",
    "TaskCreatedEvent",
    "TaskPage",
    "TaskStatusChangedData",
    "TaskStatusChangedEvent",
    "TaughtProcedure",
    "TestEvent",
    "TokenRefresh",
    "TokenRevocation",
    "Tokens",
    "UnsubscribeWebhookQuery",
    "UnsubscribedWebhook",
    "UpdateAppQuery",
    "UpdateFormQuery",
    "UpdateKeyQuery",
    "UpdateSeatQuery",
    "UpdateSessionQuery",
    "UpdateTaskQuery",
    "UpdateWebhookQuery",
    "Usage",
    "UsageReport",
    "UsageRow",
    "User",
    "UserPage",
    "UserSeat",
    "Webhook",
    "WebhookChanges",
    "WebhookDay",
    "WebhookEvent",
    "WebhookHealth",
    "WebhookHealthList",
    "WebhookPage",
    "WebhookRotation",
    "WebhookSecret",
]


class App(TypedDict):
    """An app that asks customers for access to their accounts, without its secret."""

    client_id: str
    """The client id of the app."""
    name: str
    """The name that customers are shown."""
    description: str
    """A description of the app for customers."""
    homepage: str
    """The page of the app; empty without one."""
    redirect_uris: List[str]
    """The allowed redirect URIs, compared exactly."""
    scopes: List[Literal["read:sessions", "write:sessions", "read:tasks", "write:tasks", "read:users", "manage:users", "read:skills", "write:skills", "read:knowledge", "write:knowledge", "read:billing", "manage:integrations", "manage:devices", "manage:webhooks", "manage:api_keys", "read:forms", "manage:forms"]]
    """The scopes that the app can ask customers for."""
    status: Literal["development", "active", "suspended"]
    """Only its own account can connect an app in development. Every account can connect an active app."""
    secret_last4: str
    """The last four characters of its client secret."""
    review: Optional[AppReview]
    """The latest submission; null before the first."""
    reviewed: Optional[AppReviewed]
    """The approved version, which customers see. Null before the first."""
    created_at: str
    """The time at which the app was registered."""


class AppChanges(TypedDict, total=False):
    """The changes of an app."""

    name: str
    """The name that customers are shown."""
    description: str
    """A description of the app for customers."""
    homepage: str
    """The page of the app; empty without one."""
    redirect_uris: List[str]
    """The allowed redirect URIs, compared exactly."""
    scopes: List[Literal["read:sessions", "write:sessions", "read:tasks", "write:tasks", "read:users", "manage:users", "read:skills", "write:skills", "read:knowledge", "write:knowledge", "read:billing", "manage:integrations", "manage:devices", "manage:webhooks", "manage:api_keys", "read:forms", "manage:forms"]]
    """The scopes that the app can ask customers for."""


class AppPage(TypedDict):
    """A page of apps."""

    apps: List[App]
    """The apps of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class AppReview(TypedDict):
    """The latest submission; null before the first."""

    submitted_at: str
    """The time at which the app was submitted."""
    decision: Optional[Literal["approved", "sent_back", "withdrawn"]]
    """The decision about the submission. Null while it waits."""
    notes: Optional[str]
    """The notes of the reviewers."""
    decided_at: Optional[str]
    """The time of the decision. Null while the submission waits."""


class AppReviewed(TypedDict):
    """The approved version, which customers see. Null before the first."""

    name: str
    """The name that customers are shown."""
    description: str
    """A description of the app for customers."""
    homepage: str
    """The page of the app; empty without one."""
    owner_name: str
    """The account that made it."""


class AppSecret(TypedDict):
    """A new client secret of an app."""

    client_id: str
    """The client id of the app."""
    client_secret: str
    """The client secret, shown only here."""


class CancelWebhookRotationQuery(TypedDict):
    """The query parameters of: Cancel a scheduled signing secret."""

    endpoint_id: str
    """The id of the endpoint."""


class CatalogueEntry(TypedDict):
    """A procedure that a session taught, with its review."""

    id: str
    """The id of the procedure."""
    title: str
    """The name of the step."""
    description: Optional[str]
    """The instructions of the step."""
    clip_url: Optional[str]
    """The https URL of the recording of the step."""
    thumbnail_url: Optional[str]
    """The https URL of a picture of the step."""
    start_seconds: Optional[float]
    """The start of the step in the recording of the session, in seconds."""
    end_seconds: Optional[float]
    """The end of the step in the recording of the session, in seconds."""
    session_id: str
    """The id of the session that taught it."""
    session_name: Optional[str]
    """The name of that session."""
    recorded_by: Person
    recorded_at: str
    """The time at which that session started."""
    status: Literal["pending", "approved", "rejected"]
    """The review status of the procedure."""
    reviewed_by: Optional[str]
    """The id of the user who decided; null before the decision and for a key or an app."""
    reviewer: Optional[str]
    """The name of the user who decided."""
    reviewed_at: Optional[str]
    """The time of the decision."""
    review_notes: Optional[str]
    """The notes of the reviewer."""
    created_at: str
    """The time at which the session submitted the procedure."""


class ChangedSeat(TypedDict):
    """A seat that was changed."""

    changed: Literal[True]
    """Always true: the seat was changed."""


class CheckWebhookQuery(TypedDict):
    """The query parameters of: Check an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class _CodeExchangeRequired(TypedDict):
    grant_type: Literal["authorization_code"]
    """The grant type of an authorization code."""
    code: str
    """The authorization code from the redirect. It works once."""
    redirect_uri: str
    """The redirect URI of the authorization request, exactly."""
    code_verifier: str
    """The PKCE code verifier, from which `code_challenge` was derived (S256)."""


class CodeExchange(_CodeExchangeRequired, total=False):
    """The exchange of a code for tokens."""

    client_id: str
    """The id of the app. Omit it with HTTP Basic."""
    client_secret: str
    """The secret of the app. Omit it with HTTP Basic."""


class Collection(TypedDict):
    """A collection of documents."""

    id: str
    """The id of the collection."""
    name: str
    """The name of the collection."""
    documents: int
    """The number of documents in the collection."""
    created_at: str
    """The time at which the collection was created."""


class CollectionPage(TypedDict):
    """A page of collections."""

    collections: List[Collection]
    """The collections of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class CreatedIntegration(TypedDict):
    """An integration that was created."""

    integration_id: str
    """The id of the integration."""
    secret: str
    """The secret, shown only here."""


class CreatedKey(TypedDict):
    """A key that was created."""

    id: str
    """The id of the key."""
    key: str
    """The key, shown only here."""


class CreatedSeat(TypedDict):
    """A seat that was created."""

    seat_id: str
    """The id of the seat."""


class DeactivateUserQuery(TypedDict):
    """The query parameters of: Deactivate a user."""

    user_id: str
    """The id of the user."""


class Deactivation(TypedDict, total=False):
    """The options of a deactivation."""

    keep_access: bool
    """True keeps the API keys that the user created and the apps that the user connected. Otherwise they stop working."""


class DeleteAppQuery(TypedDict):
    """The query parameters of: Delete an app."""

    client_id: str
    """The client id of the app."""


class DeleteCollectionQuery(TypedDict):
    """The query parameters of: Delete an empty collection."""

    collection_id: str
    """The id of the collection."""


class DeleteDocumentQuery(TypedDict):
    """The query parameters of: Delete a document."""

    document_id: str
    """The id of the document."""


class DeleteFormQuery(TypedDict):
    """The query parameters of: Delete a form."""

    id: str
    """The id of the form."""


class DeleteSessionQuery(TypedDict):
    """The query parameters of: Delete a session."""

    session_id: str
    """The id of the session."""


class Deleted(TypedDict):
    """A confirmation of the deletion."""

    deleted: Literal[True]
    """Always true: the record no longer exists."""


class DeletedApp(TypedDict):
    """An app that was deleted."""

    deleted: Literal[True]
    """Always true: the tokens of the app no longer work."""


class DeletedForm(TypedDict):
    """A form that was deleted."""

    deleted: Literal[True]
    """Always true: the form is deleted."""
    id: str
    """The id that the form had."""


class DeletedSession(TypedDict):
    """The result of deleting a session."""

    deleted: Literal[True]
    """Always true: the session is deleted."""
    core: Literal["sent", "queued", "failed"]
    """`sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app rejected the deletion, and it will be retried."""


class Delivery(TypedDict):
    """A delivery of an event to an endpoint."""

    event_id: str
    """The id of the event, without `evt-`."""
    endpoint_id: str
    """The id of the endpoint."""
    event: Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]
    """The type of the event."""
    state: Literal["pending", "delivered", "failed", "cancelled"]
    """The state of the delivery."""
    attempts: int
    """Attempts so far."""
    url: str
    """The current URL of the endpoint."""
    created_at: str
    """The time of the event."""
    settled_at: Optional[str]
    """The time at which the delivery was delivered, failed or cancelled."""
    due_at: Optional[str]
    """The time of the next attempt. Null unless the delivery waits."""


class DeliveryAttempt(TypedDict):
    """One attempt of a delivery."""

    attempt: int
    """The number of the attempt, from 1."""
    attempted_at: str
    """The time at which the attempt started."""
    outcome: str
    """The outcome of the attempt, as a short text."""
    status: Optional[int]
    """The status that the receiver answered with."""
    address: Optional[str]
    """The address that was called."""
    dns_ms: Optional[float]
    """Milliseconds to resolve the host name."""
    connect_ms: Optional[float]
    """Milliseconds to connect."""
    first_byte_ms: Optional[float]
    """Milliseconds to the first byte of the response."""
    total_ms: float
    """Milliseconds in all."""
    answer: Optional[str]
    """The beginning of the response body."""


class DeliveryDetail(TypedDict):
    """A delivery with its body and its attempts."""

    event_id: str
    """The id of the event, without `evt-`."""
    endpoint_id: str
    """The id of the endpoint."""
    event: Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]
    """The type of the event."""
    state: Literal["pending", "delivered", "failed", "cancelled"]
    """The state of the delivery."""
    attempts: int
    """Attempts so far."""
    url: str
    """The current URL of the endpoint."""
    created_at: str
    """The time of the event."""
    settled_at: Optional[str]
    """The time at which the delivery was delivered, failed or cancelled."""
    due_at: Optional[str]
    """The time of the next attempt. Null unless the delivery waits."""
    body: Optional[str]
    """The signed body, as text. Null after the event was deleted."""
    log: List[DeliveryAttempt]
    """The attempts, oldest first."""


class DeliveryPage(TypedDict):
    """A page of deliveries."""

    deliveries: List[Delivery]
    """The deliveries of this page."""
    has_more: bool
    """True if another page follows."""
    searched_to: Optional[str]
    """Not null if older records remain that this request did not read. Send this time as `to`, without an offset, to continue; the page can be empty before."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class DocumentCollection(TypedDict):
    """The collection that it belongs to."""

    id: str
    """The id of the collection."""
    name: str
    """The name of the collection."""


class DocumentPage(TypedDict):
    """A page of documents."""

    documents: List[KnowledgeDocument]
    """The documents of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class ErrorBody(TypedDict):
    """The body of every error: a code for programs and a message for people."""

    error: Literal["BAD_REQUEST", "CONFLICTING_ALIASES", "DISABLED", "MISSING_AUTH", "INVALID_KEY", "INSUFFICIENT_PERMISSIONS", "FORBIDDEN", "NOT_ENTITLED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "TOO_MANY_REQUESTS", "INTERNAL_ERROR", "invalid_client", "invalid_grant", "invalid_scope"]
    """The error code. Base decisions on it."""
    message: str
    """An explanation for people and logs. The wording may change."""


EventHeaders = TypedDict(
    "EventHeaders",
    {
        # Always JSON.
        "Content-Type": 'str',
        # The service and its version.
        "User-Agent": 'str',
        # The time of the signature, in seconds since 1970.
        "X-Webhook-Timestamp": 'str',
        # The signature over time and body, in hexadecimal.
        "X-Webhook-Signature": 'str',
        # The id of the event, for Standard Webhooks.
        "webhook-id": 'str',
        # The time of the signature, for Standard Webhooks.
        "webhook-timestamp": 'str',
        # The signature of Standard Webhooks.
        "webhook-signature": 'str',
    },
)
"""The headers of a delivery, signed at the time of this answer."""


class EventIntegration(TypedDict):
    """The integration that created a task."""

    integration_id: str
    """The id of the integration."""
    provider: str
    """The name of the outside system."""


class ExportSubmissionsQuery(TypedDict):
    """The query parameters of: Export the submissions of a form as CSV."""

    form_id: str
    """The id of the form."""


class Form(TypedDict):
    """A template to fill in: a picture or PDF, and the fields on it."""

    id: str
    """The id of the form."""
    name: str
    """The name of the form."""
    aliases: List[str]
    """Other names that the form is found by."""
    category: Optional[str]
    """The label that groups the form with others. Null without a label"""
    source: Literal["custom", "library", "platform"]
    """The origin of the form: the account's own, a copy from the library, or the library itself."""
    is_active: bool
    """True if glasses get the form."""
    is_platform_library: bool
    """True if the form is an entry of the platform library."""
    imported_from: Optional[str]
    """The library form that was copied. Null for any other form"""
    template_image_url: str
    """The URL of the picture or PDF that the form is filled in on."""
    template_mime_type: str
    """The media type of the template."""
    field_count: int
    """The number of fields of the form."""
    fields: List[Dict[str, Any]]
    """The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text."""
    created_at: str
    """The time at which the form was created or imported."""
    updated_at: str
    """The time at which the form was last changed."""


class FormChanges(TypedDict, total=False):
    """Changes of a form. Omitted members stay, null clears a member."""

    name: str
    """The name of the form."""
    aliases: List[str]
    """Other names that the form is found by."""
    is_active: bool
    """True if glasses get the form."""
    category: Optional[str]
    """The label that groups the form with others."""
    fields: List[Dict[str, Any]]
    """The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text."""
    template_image_url: str
    """The URL of the picture or PDF that the form is filled in on; it is stored, not fetched."""
    template_mime_type: Optional[str]
    """The media type of the template. If omitted, a new picture has the type of its bytes, and a changed URL keeps the current type."""


class FormImport(TypedDict):
    """A form to copy from the platform library."""

    action: Literal["import"]
    """Imports a form from the platform library."""
    template_id: str
    """The id of the library form to copy."""


class FormPage(TypedDict):
    """A page of forms, without a total."""

    forms: List[Form]
    """The forms of this page, newest first."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class FormSubmission(TypedDict):
    """A filled form with its form, session, task and user."""

    id: str
    """The id of the submission."""
    form_id: str
    """The id of the form, which may have been deleted since."""
    form_name: str
    """The name of the form when it was filled in."""
    fields: List[Dict[str, Any]]
    """The fields of the form when it was filled in."""
    answers: Dict[str, Any]
    """The answers by the keys of their fields, at most 128 KB as JSON"""
    missing: List[str]
    """The keys of the required fields that have no answer."""
    session_id: Optional[str]
    """The id of the session in which the form was filled in."""
    session_name: Optional[str]
    """The name of that session."""
    task_id: Optional[str]
    """The id of the task for which the form was filled in."""
    task_title: Optional[str]
    """The title of that task."""
    submitted_by: Literal["api", "agent", "user", "device", "session", "integration", "staff", "system"]
    """The kind of caller that sent it."""
    user: Optional[Person]
    """The user who filled in the form. Null if unknown."""
    submitted_at: str
    """The time at which the form was filled in."""


class FormSubmissionPage(TypedDict):
    """A page of filled forms."""

    submissions: List[FormSubmission]
    """The submissions of this page, newest first."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class FoundWebhook(TypedDict):
    """An endpoint that exists."""

    exists: Literal[True]
    """True: the endpoint exists."""
    id: str
    """The id of the endpoint."""
    events: List[Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]]
    """The event types that the endpoint receives."""
    url: str
    """The URL that deliveries are sent to."""


class GetAppQuery(TypedDict):
    """The query parameters of: Read an app."""

    client_id: str
    """The client id of the app."""


class GetDeletionQuery(TypedDict):
    """The query parameters of: Read the state of a deletion."""

    session_id: str
    """The id of the deleted session."""


class GetDeliveryQuery(TypedDict):
    """The query parameters of: Read a delivery and its attempts."""

    event_id: str
    """The id of the event, with or without `evt-`."""
    endpoint_id: str
    """The id of the endpoint."""


class GetProcedureQuery(TypedDict):
    """The query parameters of: Read a procedure."""

    procedure_id: str
    """The id of the procedure."""


class GetRetryQuery(TypedDict):
    """The query parameters of: Read the progress of a retry."""

    retry_id: str
    """The id of the retry."""


class GetSeatQuery(TypedDict):
    """The query parameters of: Read a seat."""

    seat_id: str
    """The id of the seat."""


class GetSubmissionQuery(TypedDict):
    """The query parameters of: Read a form submission."""

    submission_id: str
    """The id of the submission."""


_GetUsageQueryRequired = TypedDict(
    "_GetUsageQueryRequired",
    {
        # The first day, in UTC.
        "from": 'str',
        # The last day, in UTC.
        "to": 'str',
    },
)
_GetUsageQueryOptional = TypedDict(
    "_GetUsageQueryOptional",
    {
        # The period of a row.
        "by": 'Literal["day", "week", "month"]',
    },
    total=False,
)


class GetUsageQuery(_GetUsageQueryRequired, _GetUsageQueryOptional):
    """The query parameters of: Read the usage of a period."""


class GetWebhookQuery(TypedDict):
    """The query parameters of: Read an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class Identity(TypedDict):
    """The caller: a key or an app, with its scopes."""

    kind: Literal["key", "app"]
    """An API key, or an app with an access token."""
    id: str
    """The id of the key, or the client id of the app."""
    name: str
    """The name of the key or the app."""
    account: IdentityAccount
    scopes: List[Literal["read:sessions", "write:sessions", "read:tasks", "write:tasks", "read:users", "manage:users", "read:skills", "write:skills", "read:knowledge", "write:knowledge", "read:billing", "manage:integrations", "manage:devices", "manage:webhooks", "manage:api_keys", "read:forms", "manage:forms"]]
    """The scopes of the key or token."""
    expires_at: Optional[str]
    """The time at which the access token or the key expires. Null for a key that works until it is revoked."""


class IdentityAccount(TypedDict):
    """The account that a key or token belongs to."""

    id: str
    """The id of the account."""
    name: str
    """The name of the account."""


class Integration(TypedDict):
    """An outside system that pushes work in, without its secret."""

    id: str
    """The id of the integration."""
    provider: str
    """The name of the outside system."""
    last4: str
    """The last four characters of its secret."""
    created_at: str
    """The time at which the integration was created."""
    last_used_at: Optional[str]
    """The time of the last push. Null before the first one."""
    revoked_at: Optional[str]
    """The time at which the integration was revoked. Null while it works."""


class IntegrationPage(TypedDict):
    """A page of integrations."""

    integrations: List[Integration]
    """The integrations of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class IntegrationSecret(TypedDict):
    """The new secret of an integration."""

    secret: str
    """The secret, shown only here."""


class Invited(TypedDict):
    """The result of an invitation."""

    success: bool
    """True: the user was invited."""
    user_id: str
    """The id of the new user."""
    email: str
    """The address that was invited."""
    full_name: str
    """The display name of the user."""
    roles: List[Literal["admin"]]
    """The roles in the account."""
    message: str
    """A confirmation for people."""


class Invitee(TypedDict):
    """A user to invite."""

    email: str
    """The address to invite. An internationalized domain is stored in ASCII"""
    full_name: str
    """The display name of the user."""
    roles: List[Literal["admin"]]
    """The roles in the account; only `admin` can be given."""


class Key(TypedDict):
    """An API key, without the secret."""

    id: str
    """The id of the key."""
    name: str
    """The name of the key."""
    last4: str
    """The last four characters of the key."""
    scopes: List[Literal["read:sessions", "write:sessions", "read:tasks", "write:tasks", "read:users", "manage:users", "read:skills", "write:skills", "read:knowledge", "write:knowledge", "read:billing", "manage:integrations", "manage:devices", "manage:webhooks", "manage:api_keys", "read:forms", "manage:forms"]]
    """The scopes of the key."""
    created_by: Optional[Person]
    """The user who created the key, or who created the key or connected the app that created it. Null for the operator."""
    created_at: str
    """The time at which the key was created."""
    last_used_at: Optional[str]
    """The time of the last use. Null before the first use."""
    expires_at: Optional[str]
    """The time at which the key expires. Null if it never expires."""
    allowed_addresses: Optional[List[str]]
    """The addresses and CIDR networks that the key may be used from; null for any."""
    revoked_at: Optional[str]
    """The time at which the key was revoked. Null while the key works."""


class KeyChanges(TypedDict, total=False):
    """The changes of a key. Omitted members stay unchanged."""

    expires_at: Optional[str]
    """The time at which the key expires. Null if it never expires. Must be in the future. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated."""
    allowed_addresses: Optional[List[str]]
    """The addresses and CIDR networks that the key may be used from; null for any."""


class KeyPage(TypedDict):
    """A page of keys."""

    keys: List[Key]
    """The keys of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class KnowledgeDocument(TypedDict):
    """A document of the knowledge base."""

    id: str
    """The id of the document."""
    name: str
    """The name of the file."""
    collection: DocumentCollection
    bytes: int
    """The size of the file."""
    state: Literal["queued", "processing", "ready", "failed"]
    """The processing state of the document."""
    reason: Optional[str]
    """The reason why the document could not be processed, in a sentence."""
    pages: Optional[int]
    """The number of pages, if the format has pages."""
    passages: int
    """The number of passages that the search can find."""
    uploaded_by: Optional[Person]
    """The user who uploaded the document. Null for keys and apps."""
    created_at: str
    """The time at which the document was uploaded."""
    updated_at: str
    """The time at which the document was last replaced or processed."""


class KnowledgeLanguage(TypedDict):
    """The language that documents are searched in."""

    language: Literal["simple", "arabic", "armenian", "basque", "catalan", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian", "lithuanian", "nepali", "norwegian", "portuguese", "romanian", "russian", "serbian", "spanish", "swedish", "tamil", "turkish", "yiddish"]
    """The language for stemming words. `simple` disables stemming."""


class ListAppsQuery(TypedDict, total=False):
    """The query parameters of: List own apps."""

    search: str
    """Words that the name or the client id of the app contain."""
    status: Literal["in_review", "development", "active", "suspended"]
    """Only apps of this status; `in_review` for apps that wait for a decision."""
    sort: Literal["name"]
    """The order: `name` from A to Z. Newest first without it."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListCollectionsQuery(TypedDict, total=False):
    """The query parameters of: List collections of documents."""

    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListDeletionsQuery(TypedDict, total=False):
    """The query parameters of: List deletions of sessions."""

    state: Literal["sent", "queued", "failed"]
    """Only deletions in this state."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


ListDeliveriesQuery = TypedDict(
    "ListDeliveriesQuery",
    {
        # Only deliveries of this endpoint.
        "endpoint_id": 'str',
        # Only deliveries in this state.
        "state": 'Literal["pending", "delivered", "failed", "cancelled"]',
        # Only events of this type.
        "event": 'Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]',
        # The id of the event, with or without `evt-`.
        "event_id": 'str',
        # Only events created at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "from": 'str',
        # Only events created at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "to": 'str',
        # The maximum number of records on the page.
        "limit": 'int',
        # Records to skip. Add `limit` for the next page, until a page is not full.
        "offset": 'int',
    },
    total=False,
)
"""The query parameters of: List deliveries."""


class ListDocumentsQuery(TypedDict, total=False):
    """The query parameters of: List documents."""

    collection_id: str
    """Only documents of this collection."""
    state: Literal["queued", "processing", "ready", "failed"]
    """Only documents in this state."""
    search: str
    """Words of the name, in any order. Each can be the beginning of a word."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListFormsQuery(TypedDict, total=False):
    """The query parameters of: List forms, browse the library, or get one form."""

    id: str
    """The id of one form, of the account or of the library, to get alone."""
    library: bool
    """True for the platform library in place of the account's own forms."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListIntegrationsQuery(TypedDict, total=False):
    """The query parameters of: List integrations."""

    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListKeysQuery(TypedDict, total=False):
    """The query parameters of: List keys."""

    status: Literal["live", "expired", "revoked"]
    """Only keys of this status."""
    search: str
    """Words that the name or the last characters contain."""
    key_ids: str
    """Only these records: up to 100 ids, separated by commas. Unknown ids are ignored."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListProceduresQuery(TypedDict, total=False):
    """The query parameters of: List procedures."""

    status: Literal["pending", "approved", "rejected"]
    """Only procedures in this state."""
    session_id: str
    """Only procedures of the session with this id."""
    recorded_by: str
    """Only procedures that the user with this id recorded."""
    search: str
    """Words of the title, in any order. Each can be the beginning of a word."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


ListRequestsQuery = TypedDict(
    "ListRequestsQuery",
    {
        # Only requests that succeeded, were rejected (4xx) or failed (5xx).
        "outcome": 'Literal["ok", "refused", "failed"]',
        # Only requests with this response status.
        "status": 'int',
        # Only requests with this method.
        "method": 'Literal["GET", "POST", "PUT", "PATCH", "DELETE"]',
        # Only requests whose path contains this text.
        "path": 'str',
        # Only requests of the key with this id.
        "key_id": 'str',
        # Only requests of the app with this client id.
        "client_id": 'str',
        # Only the request with this `X-Request-Id`.
        "request_id": 'str',
        # Only requests at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "from": 'str',
        # Only requests at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "to": 'str',
        # The maximum number of records on the page.
        "limit": 'int',
        # Records to skip. Add `limit` for the next page, until a page is not full.
        "offset": 'int',
    },
    total=False,
)
"""The query parameters of: List API requests."""


class ListSeatsQuery(TypedDict, total=False):
    """The query parameters of: List seats."""

    device: Literal["paired", "unpaired"]
    """Only seats with glasses, or only seats without."""
    wearer: Literal["somebody", "nobody"]
    """Only seats with a user, or only seats without."""
    user_id: str
    """Only seats of the user with this id."""
    search: str
    """Words that the name of the seat, the name of its user, or the model or serial number of its glasses contain."""
    sort: Literal["device_name", "last_seen_at"]
    """The order: `device_name` from A to Z, or `last_seen_at` with the latest first. Newest first without it."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


ListSessionsQuery = TypedDict(
    "ListSessionsQuery",
    {
        # The id of one session, to get it alone.
        "session_id": 'str',
        # Only sessions in this state.
        "status": 'Literal["completed", "in_progress", "failed"]',
        # Only sessions of this role.
        "role": 'Literal["trainer", "trainee"]',
        # Only sessions started at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "from": 'str',
        # Only sessions started at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "to": 'str',
        # The maximum number of records on the page.
        "limit": 'int',
        # Records to skip. Add `limit` for the next page, until a page is not full.
        "offset": 'int',
    },
    total=False,
)
"""The query parameters of: List sessions, or get one session."""


class ListSkillsQuery(TypedDict, total=False):
    """The query parameters of: List the skills that the account may execute."""

    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListSubmissionsQuery(TypedDict, total=False):
    """The query parameters of: List form submissions."""

    form_id: str
    """Only submissions of the form with this id."""
    session_id: str
    """Only submissions of the session with this id."""
    task_id: str
    """Only submissions for the task with this id."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


ListTasksQuery = TypedDict(
    "ListTasksQuery",
    {
        # The id of one task, to get it alone.
        "task_id": 'str',
        # Only tasks in this state.
        "status": 'Literal["open", "in_progress", "completed", "cancelled"]',
        # Only tasks of this origin.
        "source": 'Literal["manual", "api", "integration"]',
        # Only tasks of the user with this id.
        "assigned_to": 'str',
        # Only tasks with this external id.
        "external_id": 'str',
        # Only tasks created at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "from": 'str',
        # Only tasks created at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.
        "to": 'str',
        # The maximum number of records on the page.
        "limit": 'int',
        # Records to skip. Add `limit` for the next page, until a page is not full.
        "offset": 'int',
    },
    total=False,
)
"""The query parameters of: List tasks, or get one task."""


class ListUsersQuery(TypedDict, total=False):
    """The query parameters of: List users, or get one user."""

    user_id: str
    """The id of one user, to get it alone."""
    email: str
    """Only the user with this address. Case and the spelling of the domain do not matter."""
    role: Literal["trainer", "trainee", "tenant_admin"]
    """Only users with this role."""
    status: Literal["active", "inactive"]
    """Only users in this state."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListWebhooksQuery(TypedDict, total=False):
    """The query parameters of: List endpoints."""

    search: str
    """Words that the name or the URL of the endpoint contain."""
    status: Literal["failing", "recovering", "paused", "unused", "healthy"]
    """Only endpoints with this status, which depends on their latest deliveries."""
    sort: Literal["status", "name", "last_triggered_at"]
    """The order: `status` with failing endpoints first, `name` from A to Z, or `last_triggered_at` with the latest first. Newest first without it."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """Records to skip. Add `limit` for the next page, until a page is not full."""


class ListenEventsQuery(TypedDict, total=False):
    """The query parameters of: Receive events without a public address."""

    after: str
    """The cursor of the previous response. Defaults to the current time."""
    events: str
    """Only events of these types, separated by commas."""
    wait: int
    """Seconds to wait if there is no event."""


class ListenedEvent(TypedDict):
    """An event with the headers and the body that a delivery carries."""

    event_id: str
    """The id of the event, the same in every delivery of it."""
    event: Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]
    """The type of the event."""
    body: str
    """The exact text that is signed and that a delivery carries."""
    headers: EventHeaders


class ListenedEvents(TypedDict):
    """Events of the account since a cursor."""

    events: List[ListenedEvent]
    """The events after the cursor, oldest first, at most 50."""
    cursor: str
    """The cursor to send as `after` with the next request."""
    has_more: bool
    """True if you can read more events after `cursor` at once. A request reads a bounded number of events, so `events` can be empty while `has_more` is true."""


class LoggedRequest(TypedDict):
    """A request of a key or app, and its response."""

    id: str
    """The id of the entry."""
    request_id: str
    """The `X-Request-Id` of the response."""
    method: str
    """The method of the request."""
    path: str
    """The path, without the query."""
    status: int
    """The status of the answer."""
    error: Optional[str]
    """The error code of the response. Null without an error code."""
    ms: float
    """The processing time of the request, in milliseconds."""
    by: RequestCaller
    refusal: Optional[Literal["expired", "address"]]
    """The reason why the key was rejected: it has expired or is not allowed from this address. Null otherwise."""
    created_at: str
    """The time at which the request was answered."""


class MissingWebhook(TypedDict):
    """An endpoint that does not exist or was deleted."""

    exists: Literal[False]
    """False: the account has no such endpoint."""


class _NewAppRequired(TypedDict):
    name: str
    """The name that customers are shown."""
    redirect_uris: List[str]
    """The allowed redirect URIs, compared exactly."""
    scopes: List[Literal["read:sessions", "write:sessions", "read:tasks", "write:tasks", "read:users", "manage:users", "read:skills", "write:skills", "read:knowledge", "write:knowledge", "read:billing", "manage:integrations", "manage:devices", "manage:webhooks", "manage:api_keys", "read:forms", "manage:forms"]]
    """The scopes that the app can ask customers for."""


class NewApp(_NewAppRequired, total=False):
    """An app to register."""

    description: str
    """A description of the app for customers."""
    homepage: str
    """The page of the app; empty without one."""


class _NewContentRequired(TypedDict):
    content: str
    """The bytes of the file in base64, at most 25 MB"""


class NewContent(_NewContentRequired, total=False):
    """The new content of a document."""

    name: str
    """The name of the file. Its extension determines the format."""


class _NewDocumentRequired(TypedDict):
    name: str
    """The name of the file. Its extension determines the format."""
    content: str
    """The bytes of the file in base64, at most 25 MB"""


class NewDocument(_NewDocumentRequired, total=False):
    """A document to upload."""

    collection: str
    """The name of its collection. The collection is created if it does not exist."""


class _NewFormRequired(TypedDict):
    name: str
    """The name of the form."""


class NewForm(_NewFormRequired, total=False):
    """A form to create, with its template as a URL or in base64."""

    action: Literal["create"]
    """May be left out."""
    aliases: List[str]
    """Other names that the form is found by."""
    category: Optional[str]
    """The label that groups the form with others."""
    fields: List[Dict[str, Any]]
    """The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text."""
    template_image_url: Optional[str]
    """The URL of the picture or PDF that the form is filled in on; it is stored, not fetched."""
    template_image_base64: Optional[str]
    """The picture or PDF itself: base64 or a data URL, at most 10 MB decoded; the bytes must match template_mime_type. Metadata of a picture, such as its place, camera and texts, and all data after its end are removed."""
    template_mime_type: Optional[str]
    """The media type of the template: image/png, image/jpeg, image/webp or application/pdf."""


class NewIntegration(TypedDict):
    """An integration to create."""

    provider: str
    """The name of the outside system."""


class _NewInvitationRequired(TypedDict):
    email: str
    """The address to invite. An internationalized domain is stored in ASCII"""
    full_name: str
    """The display name of the user."""


class NewInvitation(_NewInvitationRequired, total=False):
    """A user to invite, as an admin or as a member."""

    access: Literal["admin", "member"]
    """The access of the user to the dashboard. An admin can do everything in the account."""


class _NewKeyRequired(TypedDict):
    name: str
    """The name of the key."""
    scopes: List[Literal["read:sessions", "read:tasks", "write:tasks", "read:users", "manage:users", "read:skills", "write:skills", "read:knowledge", "write:knowledge", "read:billing", "manage:integrations", "manage:devices", "manage:webhooks", "manage:api_keys", "read:forms", "manage:forms"]]
    """The scopes of the key."""


class NewKey(_NewKeyRequired, total=False):
    """A key to create."""

    expires_at: Optional[str]
    """The time at which the key expires. Null if it never expires. Must be in the future. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated."""
    allowed_addresses: Optional[List[str]]
    """The addresses and CIDR networks that the key may be used from; null for any."""


class NewLanguage(TypedDict):
    """The language to search documents in."""

    language: Literal["simple", "arabic", "armenian", "basque", "catalan", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian", "lithuanian", "nepali", "norwegian", "portuguese", "romanian", "russian", "serbian", "spanish", "swedish", "tamil", "turkish", "yiddish"]
    """The language for stemming words. `simple` disables stemming."""


class _NewRetryRequired(TypedDict):
    since: str
    """Only failed deliveries of events since this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated."""


class NewRetry(_NewRetryRequired, total=False):
    """Failed deliveries to retry."""

    endpoint_id: Optional[str]
    """Only deliveries of this endpoint."""


class _NewSeatRequired(TypedDict):
    device_name: str
    """The name of the glasses."""
    roles: List[Literal["trainer", "trainee"]]
    """The roles that the seat can be used for."""


class NewSeat(_NewSeatRequired, total=False):
    """A seat to create."""

    user_id: Optional[str]
    """The id of the user; null for none."""


class _NewTaskRequired(TypedDict):
    title: str
    """The title of the task."""


class NewTask(_NewTaskRequired, total=False):
    """A task to create."""

    description: Optional[str]
    """The description of the task."""
    priority: Literal["low", "medium", "high", "urgent"]
    """The urgency of the task."""
    due_date: Optional[str]
    """The due date of the task. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated."""
    assigned_to: Optional[str]
    """The id of the assigned active user. Null for nobody."""
    external_id: Optional[str]
    """The caller's own reference of the task."""


class _NewWebhookRequired(TypedDict):
    url: str
    """The public https URL that deliveries are sent to."""
    events: List[Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]]
    """The event types that the endpoint receives."""


class NewWebhook(_NewWebhookRequired, total=False):
    """An endpoint to subscribe to events."""

    source: Any
    """The automation platform that subscribes. Omit it for other callers."""


class PairingCode(TypedDict):
    """A code that pairs glasses with a seat, once."""

    code: str
    """The code to type on the glasses."""
    expires_at: str
    """The time at which the code expires."""
    qr_svg: str
    """The code as a picture to scan, in SVG."""


class Passage(TypedDict):
    """A passage of a document."""

    document_id: str
    """The id of the document."""
    title: str
    """The name of the document."""
    page: Optional[int]
    """The page, if the document has pages."""
    heading: Optional[str]
    """The heading above the passage."""
    text: str
    """The passage."""
    highlighted: str
    """The passage as HTML, with the matching words in `<mark>`."""
    score: float
    """The relevance of the passage. Higher is better."""
    is_weak: bool
    """True if the passage contains less than half of the query. Rare words count more than common ones."""


class PassageList(TypedDict):
    """Passages that answer a question."""

    passages: List[Passage]
    """The passages, the best first."""


class PauseWebhookQuery(TypedDict):
    """The query parameters of: Pause an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class Person(TypedDict):
    """A user, by id and name."""

    user_id: str
    """The id of the user."""
    name: str
    """The full name of the user."""


class ProcedurePage(TypedDict):
    """A page of procedures."""

    procedures: List[CatalogueEntry]
    """The procedures of this page, newest first."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class QueuedDelivery(TypedDict):
    """A delivery that is retried."""

    state: Literal["pending"]
    """Always `pending`: the delivery is retried."""


class ReactivateUserQuery(TypedDict):
    """The query parameters of: Reactivate a user."""

    user_id: str
    """The id of the user."""


class ReplaceDocumentQuery(TypedDict):
    """The query parameters of: Replace a document."""

    document_id: str
    """The id of the document."""


class ReprocessDocumentQuery(TypedDict):
    """The query parameters of: Process a document again."""

    document_id: str
    """The id of the document."""


class RequestCaller(TypedDict):
    """The key or app that sent the request."""

    kind: Literal["key", "app"]
    """An API key, or an app with an access token."""
    id: str
    """The id of the key, or the client id of the app."""
    name: Optional[str]
    """The name of the key or app. Null after it was deleted."""


class RequestPage(TypedDict):
    """A page of requests."""

    requests: List[LoggedRequest]
    """The requests of this page."""
    has_more: bool
    """True if another page follows."""
    searched_to: Optional[str]
    """Not null if older records remain that this request did not read. Send this time as `to`, without an offset, to continue; the page can be empty before."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class ResetWebhookFailuresQuery(TypedDict):
    """The query parameters of: Set the failure count of an endpoint to zero."""

    endpoint_id: str
    """The id of the endpoint."""


class ResumeWebhookQuery(TypedDict):
    """The query parameters of: Resume an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class Retry(TypedDict):
    """A retry of failed deliveries in the background, and its progress."""

    id: str
    """The id of the retry."""
    endpoint_id: Optional[str]
    """The endpoint. Null for all endpoints."""
    since: str
    """The start of the period: deliveries that failed after it are retried."""
    total: int
    """The number of deliveries to retry."""
    retried: int
    """The number of deliveries that are queued again so far."""
    created_at: str
    """The time at which the retry was started."""
    finished_at: Optional[str]
    """The time at which the last delivery was queued. Null before."""


class RetryDeliveryQuery(TypedDict):
    """The query parameters of: Retry a delivery."""

    event_id: str
    """The id of the event, with or without `evt-`."""
    endpoint_id: str
    """The id of the endpoint."""


class _ReviewRequired(TypedDict):
    status: Literal["approved", "rejected"]
    """The decision."""


class Review(_ReviewRequired, total=False):
    """A decision about a procedure."""

    notes: Optional[str]
    """The notes of the reviewer; required for a rejection."""


class ReviewProcedureQuery(TypedDict):
    """The query parameters of: Approve or reject a procedure."""

    procedure_id: str
    """The id of the procedure."""


class RevokeDeviceQuery(TypedDict):
    """The query parameters of: Unpair the glasses of a seat."""

    seat_id: str
    """The id of the seat."""


class RevokeIntegrationQuery(TypedDict):
    """The query parameters of: Revoke an integration."""

    integration_id: str
    """The id of the integration."""


class RevokeKeyQuery(TypedDict):
    """The query parameters of: Revoke a key."""

    key_id: str
    """The id of the key."""


class RevokedIntegration(TypedDict):
    """An integration that was revoked."""

    revoked: Literal[True]
    """Always true: the secret no longer works."""


class RevokedKey(TypedDict):
    """A key that was revoked."""

    revoked: Literal[True]
    """Always true: the key no longer works."""


class RevokedToken(TypedDict):
    """The response to a revocation."""

    success: Literal[True]
    """Always true: the token does not work, even if it was unknown."""


class RollKeyQuery(TypedDict):
    """The query parameters of: Replace a key by a new one."""

    key_id: str
    """The id of the key."""


class RotateAppSecretQuery(TypedDict):
    """The query parameters of: Replace the secret of an app."""

    client_id: str
    """The client id of the app."""


class RotateIntegrationSecretQuery(TypedDict):
    """The query parameters of: Replace the secret of an integration."""

    integration_id: str
    """The id of the integration."""


class RotateWebhookSecretQuery(TypedDict):
    """The query parameters of: Replace the signing secret of an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class RotatedWebhookSecret(TypedDict):
    """A new signing secret of an endpoint."""

    secret: str
    """The secret that signs `X-Webhook-Signature`: 64 hexadecimal characters."""
    standard_secret: str
    """The signing secret in the format of Standard Webhooks libraries."""
    switches_at: Optional[str]
    """The time from which the new secret signs `X-Webhook-Signature`. Null if it is already in use."""


class _SearchKnowledgeQueryRequired(TypedDict):
    query: str
    """The question or words to find."""


class SearchKnowledgeQuery(_SearchKnowledgeQueryRequired, total=False):
    """The query parameters of: Search the knowledge base."""

    collection_id: str
    """Only this collection."""
    limit: int
    """The maximum number of passages."""


class Seat(TypedDict):
    """A licence for one pair of glasses, and the user who wears them."""

    id: str
    """The id of the seat."""
    device_name: str
    """The name of the glasses."""
    roles: List[Literal["trainer", "trainee"]]
    """The roles that the seat can be used for."""
    user: Optional[Person]
    """The user who wears the glasses. Null if the seat has no user."""
    device_token_set: bool
    """True if glasses are paired."""
    device_token_last4: Optional[str]
    """The last four characters of their token."""
    device_model: Optional[str]
    """The model of the glasses."""
    device_serial: Optional[str]
    """The serial number of the glasses."""
    paired_at: Optional[str]
    """The time at which the glasses were paired."""
    last_seen_at: Optional[str]
    """The time of the last request of the glasses."""
    created_at: str
    """The time at which the seat was created."""


class SeatChanges(TypedDict, total=False):
    """The changes of a seat. Omitted members stay unchanged."""

    device_name: str
    """The name of the glasses."""
    roles: List[Literal["trainer", "trainee"]]
    """The roles that the seat can be used for."""
    user_id: Optional[str]
    """The id of the user; null for none."""


class SeatPage(TypedDict):
    """A page of seats."""

    seats: List[Seat]
    """The seats of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class SendTestEventQuery(TypedDict):
    """The query parameters of: Send a test event to an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class SentTestEvent(TypedDict):
    """The delivery of a sample event."""

    event_id: str
    """The id of the event, without `evt-`."""
    endpoint_id: str
    """The id of the endpoint."""


class Session(TypedDict):
    """A training session, as the glasses recorded it."""

    id: str
    """The id of the session."""
    session_name: Optional[str]
    """The name of the session."""
    session_description: Optional[str]
    """The description of the session."""
    session_summary: Optional[str]
    """The summary of the session."""
    status: Literal["completed", "in_progress", "failed"]
    """The status of the session."""
    role: Literal["trainer", "trainee"]
    """The role of the user in the session: a trainer teaches, a trainee learns."""
    duration_seconds: Optional[int]
    """The duration of the session, in seconds. Null while it runs."""
    procedure_count: int
    """The number of procedures that the session taught or covered."""
    video_url: Optional[str]
    """The https URL of the recording."""
    thumbnail_url: Optional[str]
    """The https URL of a picture of the recording."""
    started_at: str
    """The time at which the session started."""
    completed_at: Optional[str]
    """The time at which the session ended. Null while it runs."""
    user: Optional[Person]
    """The user who trained. Null if the seat had no user."""
    seat_id: str
    """The id of the seat whose glasses recorded it."""
    task_id: Optional[str]
    """The id of the task that the session worked on."""


class SessionChanges(TypedDict, total=False):
    """Changes of a session. Omitted members stay, null clears a member."""

    session_name: Optional[str]
    """The name of the session."""
    session_description: Optional[str]
    """The description of the session."""
    video_url: Optional[str]
    """The https URL of the recording."""
    thumbnail_url: Optional[str]
    """The https URL of a picture of the recording."""
    session_summary: Optional[str]
    """The summary of the session."""
    duration_seconds: int
    """The duration of the session, in seconds."""
    procedure_count: int
    """The number of procedures that the session taught or covered."""
    procedures_count: int
    """An alias of `procedure_count`. Use `procedure_count`. Deprecated."""


class SessionCompletedData(TypedDict):
    """The data of `session.completed`."""

    session_id: str
    """The id of the session."""
    user_id: str
    """The id of the user who trained."""
    user_name: str
    """The full name of the user who trained."""
    status: Literal["completed", "failed"]
    """The outcome of the session."""
    started_at: str
    """The time at which the session started."""
    ended_at: str
    """The time at which the session ended."""
    duration_minutes: int
    """The duration of the session, rounded to minutes."""
    minutes_consumed: int
    """The duration of the session in started minutes."""
    video_url: Optional[str]
    """The https URL of the recording. Null without a recording"""
    task_id: Optional[str]
    """The id of the task that the session worked on."""
    task_title: Optional[str]
    """The title of the task that the session worked on."""
    session_summary: Optional[SessionSummary]
    """Null if the training app sent no results"""


class SessionCompletedEvent(TypedDict):
    """The body of a delivery of `session.completed`."""

    event: Literal["session.completed"]
    """The type of the event."""
    event_id: str
    """The id of the event. Every attempt carries the same id, so use it to detect duplicates."""
    timestamp: str
    """The time of the event, in UTC."""
    data: SessionCompletedData


class SessionContext(TypedDict, total=False):
    """The seat, user, role or session that the skill runs for. Defaults to the first active seat with a user."""

    seat_id: str
    """The id of the seat that the skill runs for."""
    user_id: str
    """The id of the user that the skill runs for."""
    role: Literal["trainer", "trainee"]
    """The role of that user."""
    session_id: str
    """The id of an open training session."""


class SessionDeletion(TypedDict):
    """The deletion of a session and its state in the training app."""

    session_id: str
    """The id of the deleted session."""
    deleted_at: str
    """The time at which the session was deleted."""
    state: Literal["sent", "queued", "failed"]
    """`sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app rejected the deletion, and it will be retried."""
    attempts: int
    """The number of attempts to send the deletion to the training app."""
    due_at: str
    """The time of the next attempt to send the deletion. Null if the state is `sent`."""
    last_attempt_at: Optional[str]
    """The time of the last attempt to send the deletion."""
    last_status: Optional[int]
    """The HTTP status of its last response. Null without a response."""
    sent_at: Optional[str]
    """The time at which the training app accepted the deletion."""


class SessionDeletionPage(TypedDict):
    """A page of deletions of sessions."""

    deletions: List[SessionDeletion]
    """The deletions of this page, latest deletion first."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class SessionPage(TypedDict):
    """A page of training sessions."""

    sessions: List[Session]
    """The sessions of this page, latest start first."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class SessionStartedData(TypedDict):
    """The data of `session.started`."""

    session_id: str
    """The id of the session."""
    user_id: str
    """The id of the user who trained."""
    user_name: str
    """The full name of the user who trained."""
    seat_id: str
    """The id of the seat whose glasses record it."""
    bundle_name: Optional[str]
    """The name of the bundle of the seat."""
    session_name: Optional[str]
    """The name of the session."""
    video_url: Optional[str]
    """The https URL of the recording."""
    started_at: str
    """The time at which the session started."""


class SessionStartedEvent(TypedDict):
    """The body of a delivery of `session.started`."""

    event: Literal["session.started"]
    """The type of the event."""
    event_id: str
    """The id of the event. Every attempt carries the same id, so use it to detect duplicates."""
    timestamp: str
    """The time of the event, in UTC."""
    data: SessionStartedData


class SessionSummary(TypedDict):
    """The results of a training session."""

    summary: Optional[str]
    """The summary of the session."""
    score: Optional[float]
    """The score that the training app gave the session."""
    notes: Optional[str]
    """Further notes about the session."""
    procedures: Optional[List[TaughtProcedure]]
    """The procedures that the session taught."""


class Skill(TypedDict):
    """A skill that the account may execute."""

    id: str
    """The id of the skill."""
    name: str
    """The name of the skill."""
    description: str
    """A description of the skill."""
    kind: Literal["http", "knowledge_search", "form_fill"]
    """The kind of the skill."""
    owner: Literal["account", "platform"]
    """The owner of the skill."""
    arguments_schema: Dict[str, Any]
    """The JSON Schema of its input."""
    response_target: Literal["context", "display", "api"]
    """The destination of the output."""
    is_active: bool
    """True if the skill can be executed."""
    created_at: str
    """The time at which the skill was created."""
    updated_at: str
    """The time at which the skill was last changed."""


class SkillExecutedData(TypedDict):
    """The data of `skill.executed`."""

    execution_id: str
    """The id of the execution."""
    skill_id: str
    """The id of the skill."""
    skill_name: str
    """The name of the skill."""
    session_id: Optional[str]
    """The id of the open session; null outside of one."""
    user_id: Optional[str]
    """The id of the user that it ran for."""
    status: Literal["success", "failure"]
    """`success` if the skill returned an output."""
    response_target: str
    """The destination of the output: `context`, `display` or `api`."""
    duration_ms: int
    """The duration of the execution, in milliseconds."""
    executed_at: str
    """The time at which the skill was executed."""


class SkillExecutedEvent(TypedDict):
    """The body of a delivery of `skill.executed`."""

    event: Literal["skill.executed"]
    """The type of the event."""
    event_id: str
    """The id of the event. Every attempt carries the same id, so use it to detect duplicates."""
    timestamp: str
    """The time of the event, in UTC."""
    data: SkillExecutedData


class _SkillExecutionRequired(TypedDict):
    skill_id: str
    """The id of the skill."""
    arguments: Dict[str, Any]
    """The input of the skill, valid against its schema, at most 256 KB as JSON"""


class SkillExecution(_SkillExecutionRequired, total=False):
    """A skill to execute, with its input."""

    session_context: SessionContext


class SkillPage(TypedDict):
    """A page of skills."""

    skills: List[Skill]
    """The skills of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class StartPairingQuery(TypedDict):
    """The query parameters of: Start pairing the glasses of a seat."""

    seat_id: str
    """The id of the seat."""


class SubmitAppQuery(TypedDict):
    """The query parameters of: Submit an app for review."""

    client_id: str
    """The client id of the app."""


class SubscribedWebhook(TypedDict):
    """An endpoint that was subscribed."""

    id: str
    """The id of the endpoint."""
    events: List[Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]]
    """The event types that the endpoint receives."""


class SwitchWebhookSecretQuery(TypedDict):
    """The query parameters of: Use a scheduled signing secret now."""

    endpoint_id: str
    """The id of the endpoint."""


class Task(TypedDict):
    """A work item: its subject, assignee and due date."""

    id: str
    """The id of the task."""
    title: str
    """The title of the task."""
    description: Optional[str]
    """The description of the task."""
    status: Literal["open", "in_progress", "completed", "cancelled"]
    """The state of the task. Every change is allowed."""
    priority: Literal["low", "medium", "high", "urgent"]
    """The urgency of the task."""
    source: Literal["manual", "api", "integration"]
    """The origin of the task: the dashboard, this API, or an integration."""
    external_id: Optional[str]
    """The caller's own reference of the task."""
    assigned_to: Optional[Person]
    """The user to whom the task is assigned. Null for nobody."""
    due_date: Optional[str]
    """The due date of the task."""
    created_at: str
    """The time at which the task was created."""
    completed_at: Optional[str]
    """The time at which the task was completed. Null before."""
    session_id: Optional[str]
    """The id of the session that last started or completed the task. Null without a session."""


class TaskChanges(TypedDict, total=False):
    """Changes of a task. Omitted members stay, null clears a member."""

    title: str
    """The title of the task."""
    description: Optional[str]
    """The description of the task."""
    status: Literal["open", "in_progress", "completed", "cancelled"]
    """The state of the task. Every change is allowed."""
    priority: Literal["low", "medium", "high", "urgent"]
    """The urgency of the task."""
    due_date: Optional[str]
    """The due date of the task. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated."""
    assigned_to: Optional[str]
    """The id of the assigned active user. Null for nobody."""


class TaskCompletedData(TypedDict):
    """The data of `task.completed`."""

    task_id: str
    """The id of the task."""
    title: str
    """The title of the task."""
    previous_status: Literal["open", "in_progress", "completed", "cancelled"]
    """The status before the change."""
    new_status: Literal["open", "in_progress", "completed", "cancelled"]
    """The status after the change."""
    external_id: Optional[str]
    """The caller's own reference of the task."""
    source: Literal["api", "manual", "integration"]
    """The origin of the task."""
    integration: Optional[EventIntegration]
    """The integration that created the task, also if another caller changes it; null for a task of another source."""
    session_id: Optional[str]
    """The id of the session that last started or completed the task. Null without a session."""
    changed_by: Literal["session", "user", "integration", "api"]
    """The kind of caller that changed the status: a training session, a user, an integration or the API."""
    changed_at: str
    """The time at which the status changed."""
    completion_source: Literal["session", "user", "integration", "api"]
    """The kind of caller that completed the task, equal to `changed_by`."""
    completed_at: str
    """The time at which the task was completed."""
    session_summary: Optional[SessionSummary]
    """Null unless a session completed the task and has results"""


class TaskCompletedEvent(TypedDict):
    """The body of a delivery of `task.completed`."""

    event: Literal["task.completed"]
    """The type of the event."""
    event_id: str
    """The id of the event. Every attempt carries the same id, so use it to detect duplicates."""
    timestamp: str
    """The time of the event, in UTC."""
    data: TaskCompletedData


class TaskCreatedData(TypedDict):
    """The data of `task.created`."""

    task_id: str
    """The id of the task."""
    title: str
    """The title of the task."""
    status: Literal["open"]
    """The state of every new task."""
    source: Literal["api", "manual", "integration"]
    """The origin of the task."""
    external_id: Optional[str]
    """The caller's own reference of the task."""
    assigned_to: Optional[str]
    """The id of the user to whom the task is assigned. Null for nobody."""
    created_at: str
    """The time at which the task was created."""


class TaskCreatedEvent(TypedDict):
    """The body of a delivery of `task.created`."""

    event: Literal["task.created"]
    """The type of the event."""
    event_id: str
    """The id of the event. Every attempt carries the same id, so use it to detect duplicates."""
    timestamp: str
    """The time of the event, in UTC."""
    data: TaskCreatedData


class TaskPage(TypedDict):
    """A page of tasks."""

    tasks: List[Task]
    """The tasks of this page, newest first."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class TaskStatusChangedData(TypedDict):
    """The data of `task.status_changed`."""

    task_id: str
    """The id of the task."""
    title: str
    """The title of the task."""
    previous_status: Literal["open", "in_progress", "completed", "cancelled"]
    """The status before the change."""
    new_status: Literal["open", "in_progress", "completed", "cancelled"]
    """The status after the change."""
    external_id: Optional[str]
    """The caller's own reference of the task."""
    source: Literal["api", "manual", "integration"]
    """The origin of the task."""
    integration: Optional[EventIntegration]
    """The integration that created the task, also if another caller changes it; null for a task of another source."""
    session_id: Optional[str]
    """The id of the session that last started or completed the task. Null without a session."""
    changed_by: Literal["session", "user", "integration", "api"]
    """The kind of caller that changed the status: a training session, a user, an integration or the API."""
    changed_at: str
    """The time at which the status changed."""


class TaskStatusChangedEvent(TypedDict):
    """The body of a delivery of `task.status_changed`."""

    event: Literal["task.status_changed"]
    """The type of the event."""
    event_id: str
    """The id of the event. Every attempt carries the same id, so use it to detect duplicates."""
    timestamp: str
    """The time of the event, in UTC."""
    data: TaskStatusChangedData


class TaughtProcedure(TypedDict):
    """A procedure that a session taught."""

    procedure_id: str
    """The id of the procedure."""
    title: str
    """The name of the step."""


class TestEvent(TypedDict, total=False):
    """A sample event to send."""

    event: Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]
    """The type of the sample. Defaults to the first type of the endpoint."""


class _TokenRefreshRequired(TypedDict):
    grant_type: Literal["refresh_token"]
    """The grant type of a refresh token."""
    refresh_token: str
    """The latest refresh token; it works once."""


class TokenRefresh(_TokenRefreshRequired, total=False):
    """The exchange of a refresh token for the next tokens."""

    scope: str
    """A subset of the granted scopes for this access token, separated by spaces."""
    client_id: str
    """The id of the app. Omit it with HTTP Basic."""
    client_secret: str
    """The secret of the app. Omit it with HTTP Basic."""


class _TokenRevocationRequired(TypedDict):
    token: str
    """An access token. A refresh token is revoked together with all tokens that it issued."""


class TokenRevocation(_TokenRevocationRequired, total=False):
    """A token to revoke."""

    client_id: str
    """The id of the app. Omit it with HTTP Basic."""
    client_secret: str
    """The secret of the app. Omit it with HTTP Basic."""


class Tokens(TypedDict):
    """An access token and the next refresh token."""

    access_token: str
    """The token to send as `Authorization: Bearer`."""
    refresh_token: str
    """The refresh token, which is valid for 30 days and works once."""
    token_type: Literal["Bearer"]
    """The type of the access token."""
    expires_in: int
    """Seconds until the access token expires."""
    scope: str
    """The granted scopes, separated by spaces"""


class UnsubscribeWebhookQuery(TypedDict):
    """The query parameters of: Unsubscribe an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class UnsubscribedWebhook(TypedDict):
    """An endpoint that was unsubscribed."""

    success: Literal[True]
    """Always true: the endpoint gets no more events."""


class UpdateAppQuery(TypedDict):
    """The query parameters of: Change an app."""

    client_id: str
    """The client id of the app."""


class UpdateFormQuery(TypedDict):
    """The query parameters of: Change a form."""

    id: str
    """The id of the form."""


class UpdateKeyQuery(TypedDict):
    """The query parameters of: Change the expiry and the allowed networks of a key."""

    key_id: str
    """The id of the key."""


class UpdateSeatQuery(TypedDict):
    """The query parameters of: Change, assign or release a seat."""

    seat_id: str
    """The id of the seat."""


class UpdateSessionQuery(TypedDict):
    """The query parameters of: Change a session."""

    session_id: str
    """The id of the session."""


class UpdateTaskQuery(TypedDict):
    """The query parameters of: Change a task."""

    task_id: str
    """The id of the task."""


class UpdateWebhookQuery(TypedDict):
    """The query parameters of: Change an endpoint."""

    endpoint_id: str
    """The id of the endpoint."""


class Usage(TypedDict):
    """The usage of an account in a period."""

    sessions: int
    """Training sessions that were started."""
    sessions_failed: int
    """Training sessions that failed."""
    minutes: int
    """Minutes of the sessions. Started minutes count as whole minutes."""
    tasks_created: int
    """Tasks that were created."""
    tasks_completed: int
    """Tasks that were completed."""
    skills_run: int
    """Executions of skills, without test runs."""
    skills_failed: int
    """Executions of skills that failed, without test runs."""


class UsageReport(TypedDict):
    """The usage of an account in a period: its rows, the `total`, and the usage `before` it, in an equally long period."""

    rows: List[UsageRow]
    """One row for each period, the earliest first."""
    total: Usage
    before: Usage


class UsageRow(TypedDict):
    """The usage of an account in a day, a week or a month."""

    starts_on: str
    """YYYY-MM-DD; a week starts on Monday"""
    sessions: int
    """Training sessions that were started."""
    sessions_failed: int
    """Training sessions that failed."""
    minutes: int
    """Minutes of the sessions. Started minutes count as whole minutes."""
    tasks_created: int
    """Tasks that were created."""
    tasks_completed: int
    """Tasks that were completed."""
    skills_run: int
    """Executions of skills, without test runs."""
    skills_failed: int
    """Executions of skills that failed, without test runs."""


class User(TypedDict):
    """An admin or member of the account."""

    id: str
    """The id of the user."""
    email: str
    """The email address, in lower case."""
    full_name: str
    """The display name of the user."""
    role: Literal["trainer", "trainee", "tenant_admin"]
    """The role of the seat. Without a seat, the role in the account."""
    status: Literal["active", "inactive"]
    """`active` if the user can sign in and work."""
    seat: Optional[UserSeat]
    """The seat of the user; null until one is assigned."""
    last_session_at: Optional[str]
    """The start of the last training session. Null before the first session"""
    total_sessions: int
    """The number of training sessions."""
    total_minutes: int
    """The total duration of all training sessions, in minutes."""
    created_at: str
    """The time at which the user was invited or created."""


class UserPage(TypedDict):
    """A page of users."""

    users: List[User]
    """The users of this page, newest first."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class UserSeat(TypedDict):
    """The seat of a user."""

    id: str
    """The id of the seat."""
    device_name: str
    """The name of the glasses."""
    device_token_set: bool
    """True if glasses are paired with the seat."""


class Webhook(TypedDict):
    """An endpoint, without its secrets."""

    id: str
    """The id of the endpoint."""
    name: Optional[str]
    """The display name of the endpoint."""
    url: str
    """The URL that deliveries are sent to."""
    events: List[Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]]
    """The event types that the endpoint receives."""
    is_managed: bool
    """True if an app or an automation platform manages the endpoint."""
    paused_at: Optional[str]
    """The time at which the endpoint was paused. Null while its events are sent."""
    failure_count: int
    """The number of deliveries that failed permanently."""
    last_triggered_at: Optional[str]
    """The time at which an event was last sent to the endpoint."""
    secret_switches_at: Optional[str]
    """The time from which the newest secret signs `X-Webhook-Signature`; it can be in the past. Null if the secret has been used since its creation."""
    created_at: str
    """The time at which the endpoint was subscribed."""


class WebhookChanges(TypedDict, total=False):
    """The changes of an endpoint. Omitted members stay unchanged."""

    name: Optional[str]
    """The display name of the endpoint."""
    url: str
    """The public https URL that deliveries are sent to."""
    events: List[Literal["task.created", "task.status_changed", "task.completed", "session.started", "session.completed", "skill.executed"]]
    """The event types that the endpoint receives."""


class WebhookDay(TypedDict):
    """The delivery results of one day."""

    day: str
    """YYYY-MM-DD, in UTC"""
    delivered: int
    """The number of delivered events."""
    failed: int
    """The number of events that failed permanently."""


class WebhookHealth(TypedDict):
    """The delivery results of an endpoint in the last week."""

    endpoint_id: str
    """The id of the endpoint."""
    waiting: int
    """The number of deliveries that wait now."""
    days: List[WebhookDay]
    """The last seven days, the oldest first."""


class WebhookHealthList(TypedDict):
    """The delivery results of all endpoints in the last week."""

    endpoints: List[WebhookHealth]
    """Every endpoint of the account."""


class WebhookPage(TypedDict):
    """A page of endpoints."""

    endpoints: List[Webhook]
    """The endpoints of this page."""
    total: int
    """The total number of matching records on all pages."""
    limit: int
    """The page size that was requested."""
    offset: int
    """The number of records before this page."""


class WebhookRotation(TypedDict, total=False):
    """The time at which a new secret takes effect."""

    switches_at: str
    """The time from which the new secret signs `X-Webhook-Signature`. Defaults to now; a time in the past means now. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated."""


class WebhookSecret(TypedDict):
    """The signing secret of an endpoint."""

    secret: str
    """The secret that signs `X-Webhook-Signature`: 64 hexadecimal characters."""
    standard_secret: str
    """The signing secret in the format of Standard Webhooks libraries."""


SkillOutput = Dict[str, Any]
"""The output of the skill; its members depend on the skill."""

WebhookEvent = Union[TaskCreatedEvent, TaskStatusChangedEvent, TaskCompletedEvent, SessionStartedEvent, SessionCompletedEvent, SkillExecutedEvent]
"""The body of a webhook delivery; `event` distinguishes the event types."""

ErrorCode = Literal["BAD_REQUEST", "CONFLICTING_ALIASES", "DISABLED", "MISSING_AUTH", "INVALID_KEY", "INSUFFICIENT_PERMISSIONS", "FORBIDDEN", "NOT_ENTITLED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "TOO_MANY_REQUESTS", "INTERNAL_ERROR", "invalid_client", "invalid_grant", "invalid_scope"]
"""The code of an error."""


class Operations(Protocol):
    """Calls any operation by its name in the OpenAPI document."""

    @overload
    def __call__(self, name: Literal["listTasks"], *, query: ListTasksQuery = ..., **options: Unpack[CallOptions]) -> Union[TaskPage, Task]:
        """List tasks, or get one task."""

    @overload
    def __call__(self, name: Literal["createTask"], *, body: NewTask, **options: Unpack[CallOptions]) -> Task:
        """Create a task."""

    @overload
    def __call__(self, name: Literal["updateTask"], *, query: UpdateTaskQuery, body: TaskChanges = ..., **options: Unpack[CallOptions]) -> Task:
        """Change a task."""

    @overload
    def __call__(self, name: Literal["listSessions"], *, query: ListSessionsQuery = ..., **options: Unpack[CallOptions]) -> Union[SessionPage, Session]:
        """List sessions, or get one session."""

    @overload
    def __call__(self, name: Literal["updateSession"], *, query: UpdateSessionQuery, body: SessionChanges = ..., **options: Unpack[CallOptions]) -> Session:
        """Change a session."""

    @overload
    def __call__(self, name: Literal["deleteSession"], *, query: DeleteSessionQuery, **options: Unpack[CallOptions]) -> DeletedSession:
        """Delete a session."""

    @overload
    def __call__(self, name: Literal["listUsers"], *, query: ListUsersQuery = ..., **options: Unpack[CallOptions]) -> Union[UserPage, User]:
        """List users, or get one user."""

    @overload
    def __call__(self, name: Literal["inviteUser"], *, body: Invitee, **options: Unpack[CallOptions]) -> Invited:
        """Invite a user."""

    @overload
    def __call__(self, name: Literal["executeSkill"], *, body: SkillExecution, **options: Unpack[CallOptions]) -> SkillOutput:
        """Execute a skill."""

    @overload
    def __call__(self, name: Literal["listForms"], *, query: ListFormsQuery = ..., **options: Unpack[CallOptions]) -> Union[FormPage, Form]:
        """List forms, browse the library, or get one form."""

    @overload
    def __call__(self, name: Literal["createForm"], *, body: Union[NewForm, FormImport], **options: Unpack[CallOptions]) -> Form:
        """Create a form, or import one from the library."""

    @overload
    def __call__(self, name: Literal["updateForm"], *, query: UpdateFormQuery, body: FormChanges = ..., **options: Unpack[CallOptions]) -> Form:
        """Change a form."""

    @overload
    def __call__(self, name: Literal["deleteForm"], *, query: DeleteFormQuery, **options: Unpack[CallOptions]) -> DeletedForm:
        """Delete a form."""

    @overload
    def __call__(self, name: Literal["checkWebhook"], *, query: CheckWebhookQuery, **options: Unpack[CallOptions]) -> Union[FoundWebhook, MissingWebhook]:
        """Check an endpoint."""

    @overload
    def __call__(self, name: Literal["subscribeWebhook"], *, body: NewWebhook, **options: Unpack[CallOptions]) -> SubscribedWebhook:
        """Subscribe an endpoint to events."""

    @overload
    def __call__(self, name: Literal["unsubscribeWebhook"], *, query: UnsubscribeWebhookQuery, **options: Unpack[CallOptions]) -> UnsubscribedWebhook:
        """Unsubscribe an endpoint."""

    @overload
    def __call__(self, name: Literal["exchangeToken"], *, body: Union[CodeExchange, TokenRefresh], **options: Unpack[CallOptions]) -> Tokens:
        """Exchange a code or refresh tokens."""

    @overload
    def __call__(self, name: Literal["revokeToken"], *, body: TokenRevocation, **options: Unpack[CallOptions]) -> RevokedToken:
        """Revoke a token."""

    @overload
    def __call__(self, name: Literal["listWebhooks"], *, query: ListWebhooksQuery = ..., **options: Unpack[CallOptions]) -> WebhookPage:
        """List endpoints."""

    @overload
    def __call__(self, name: Literal["updateWebhook"], *, query: UpdateWebhookQuery, body: WebhookChanges = ..., **options: Unpack[CallOptions]) -> Webhook:
        """Change an endpoint."""

    @overload
    def __call__(self, name: Literal["getWebhook"], *, query: GetWebhookQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Read an endpoint."""

    @overload
    def __call__(self, name: Literal["rotateWebhookSecret"], *, query: RotateWebhookSecretQuery, body: WebhookRotation = ..., **options: Unpack[CallOptions]) -> RotatedWebhookSecret:
        """Replace the signing secret of an endpoint."""

    @overload
    def __call__(self, name: Literal["cancelWebhookRotation"], *, query: CancelWebhookRotationQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Cancel a scheduled signing secret."""

    @overload
    def __call__(self, name: Literal["switchWebhookSecret"], *, query: SwitchWebhookSecretQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Use a scheduled signing secret now."""

    @overload
    def __call__(self, name: Literal["pauseWebhook"], *, query: PauseWebhookQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Pause an endpoint."""

    @overload
    def __call__(self, name: Literal["resumeWebhook"], *, query: ResumeWebhookQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Resume an endpoint."""

    @overload
    def __call__(self, name: Literal["resetWebhookFailures"], *, query: ResetWebhookFailuresQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Set the failure count of an endpoint to zero."""

    @overload
    def __call__(self, name: Literal["listWebhookHealth"], **options: Unpack[CallOptions]) -> WebhookHealthList:
        """Read the delivery results of the last week."""

    @overload
    def __call__(self, name: Literal["sendTestEvent"], *, query: SendTestEventQuery, body: TestEvent = ..., **options: Unpack[CallOptions]) -> SentTestEvent:
        """Send a test event to an endpoint."""

    @overload
    def __call__(self, name: Literal["listDeliveries"], *, query: ListDeliveriesQuery = ..., **options: Unpack[CallOptions]) -> DeliveryPage:
        """List deliveries."""

    @overload
    def __call__(self, name: Literal["getDelivery"], *, query: GetDeliveryQuery, **options: Unpack[CallOptions]) -> DeliveryDetail:
        """Read a delivery and its attempts."""

    @overload
    def __call__(self, name: Literal["retryDelivery"], *, query: RetryDeliveryQuery, **options: Unpack[CallOptions]) -> QueuedDelivery:
        """Retry a delivery."""

    @overload
    def __call__(self, name: Literal["getRetry"], *, query: GetRetryQuery, **options: Unpack[CallOptions]) -> Retry:
        """Read the progress of a retry."""

    @overload
    def __call__(self, name: Literal["retryDeliveries"], *, body: NewRetry, **options: Unpack[CallOptions]) -> Retry:
        """Retry all deliveries that failed since a time."""

    @overload
    def __call__(self, name: Literal["listKeys"], *, query: ListKeysQuery = ..., **options: Unpack[CallOptions]) -> KeyPage:
        """List keys."""

    @overload
    def __call__(self, name: Literal["createKey"], *, body: NewKey, **options: Unpack[CallOptions]) -> CreatedKey:
        """Create a key."""

    @overload
    def __call__(self, name: Literal["updateKey"], *, query: UpdateKeyQuery, body: KeyChanges = ..., **options: Unpack[CallOptions]) -> Key:
        """Change the expiry and the allowed networks of a key."""

    @overload
    def __call__(self, name: Literal["revokeKey"], *, query: RevokeKeyQuery, **options: Unpack[CallOptions]) -> RevokedKey:
        """Revoke a key."""

    @overload
    def __call__(self, name: Literal["rollKey"], *, query: RollKeyQuery, **options: Unpack[CallOptions]) -> CreatedKey:
        """Replace a key by a new one."""

    @overload
    def __call__(self, name: Literal["listSeats"], *, query: ListSeatsQuery = ..., **options: Unpack[CallOptions]) -> SeatPage:
        """List seats."""

    @overload
    def __call__(self, name: Literal["createSeat"], *, body: NewSeat, **options: Unpack[CallOptions]) -> CreatedSeat:
        """Create a seat."""

    @overload
    def __call__(self, name: Literal["updateSeat"], *, query: UpdateSeatQuery, body: SeatChanges = ..., **options: Unpack[CallOptions]) -> ChangedSeat:
        """Change, assign or release a seat."""

    @overload
    def __call__(self, name: Literal["getSeat"], *, query: GetSeatQuery, **options: Unpack[CallOptions]) -> Seat:
        """Read a seat."""

    @overload
    def __call__(self, name: Literal["revokeDevice"], *, query: RevokeDeviceQuery, **options: Unpack[CallOptions]) -> ChangedSeat:
        """Unpair the glasses of a seat."""

    @overload
    def __call__(self, name: Literal["startPairing"], *, query: StartPairingQuery, **options: Unpack[CallOptions]) -> PairingCode:
        """Start pairing the glasses of a seat."""

    @overload
    def __call__(self, name: Literal["listIntegrations"], *, query: ListIntegrationsQuery = ..., **options: Unpack[CallOptions]) -> IntegrationPage:
        """List integrations."""

    @overload
    def __call__(self, name: Literal["createIntegration"], *, body: NewIntegration, **options: Unpack[CallOptions]) -> CreatedIntegration:
        """Create an integration."""

    @overload
    def __call__(self, name: Literal["revokeIntegration"], *, query: RevokeIntegrationQuery, **options: Unpack[CallOptions]) -> RevokedIntegration:
        """Revoke an integration."""

    @overload
    def __call__(self, name: Literal["rotateIntegrationSecret"], *, query: RotateIntegrationSecretQuery, **options: Unpack[CallOptions]) -> IntegrationSecret:
        """Replace the secret of an integration."""

    @overload
    def __call__(self, name: Literal["listApps"], *, query: ListAppsQuery = ..., **options: Unpack[CallOptions]) -> AppPage:
        """List own apps."""

    @overload
    def __call__(self, name: Literal["createApp"], *, body: NewApp, **options: Unpack[CallOptions]) -> AppSecret:
        """Register an app."""

    @overload
    def __call__(self, name: Literal["updateApp"], *, query: UpdateAppQuery, body: AppChanges = ..., **options: Unpack[CallOptions]) -> App:
        """Change an app."""

    @overload
    def __call__(self, name: Literal["deleteApp"], *, query: DeleteAppQuery, **options: Unpack[CallOptions]) -> DeletedApp:
        """Delete an app."""

    @overload
    def __call__(self, name: Literal["getApp"], *, query: GetAppQuery, **options: Unpack[CallOptions]) -> App:
        """Read an app."""

    @overload
    def __call__(self, name: Literal["rotateAppSecret"], *, query: RotateAppSecretQuery, **options: Unpack[CallOptions]) -> AppSecret:
        """Replace the secret of an app."""

    @overload
    def __call__(self, name: Literal["submitApp"], *, query: SubmitAppQuery, **options: Unpack[CallOptions]) -> App:
        """Submit an app for review."""

    @overload
    def __call__(self, name: Literal["listDocuments"], *, query: ListDocumentsQuery = ..., **options: Unpack[CallOptions]) -> DocumentPage:
        """List documents."""

    @overload
    def __call__(self, name: Literal["uploadDocument"], *, body: NewDocument, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Upload a document."""

    @overload
    def __call__(self, name: Literal["replaceDocument"], *, query: ReplaceDocumentQuery, body: NewContent, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Replace a document."""

    @overload
    def __call__(self, name: Literal["deleteDocument"], *, query: DeleteDocumentQuery, **options: Unpack[CallOptions]) -> Deleted:
        """Delete a document."""

    @overload
    def __call__(self, name: Literal["reprocessDocument"], *, query: ReprocessDocumentQuery, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Process a document again."""

    @overload
    def __call__(self, name: Literal["listCollections"], *, query: ListCollectionsQuery = ..., **options: Unpack[CallOptions]) -> CollectionPage:
        """List collections of documents."""

    @overload
    def __call__(self, name: Literal["deleteCollection"], *, query: DeleteCollectionQuery, **options: Unpack[CallOptions]) -> Deleted:
        """Delete an empty collection."""

    @overload
    def __call__(self, name: Literal["getKnowledgeLanguage"], **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Read the language that documents are searched in."""

    @overload
    def __call__(self, name: Literal["updateKnowledgeLanguage"], *, body: NewLanguage, **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Change the language that documents are searched in."""

    @overload
    def __call__(self, name: Literal["searchKnowledge"], *, query: SearchKnowledgeQuery, **options: Unpack[CallOptions]) -> PassageList:
        """Search the knowledge base."""

    @overload
    def __call__(self, name: Literal["listSkills"], *, query: ListSkillsQuery = ..., **options: Unpack[CallOptions]) -> SkillPage:
        """List the skills that the account may execute."""

    @overload
    def __call__(self, name: Literal["getUsage"], *, query: GetUsageQuery, **options: Unpack[CallOptions]) -> UsageReport:
        """Read the usage of a period."""

    @overload
    def __call__(self, name: Literal["listenEvents"], *, query: ListenEventsQuery = ..., **options: Unpack[CallOptions]) -> ListenedEvents:
        """Receive events without a public address."""

    @overload
    def __call__(self, name: Literal["getEventSecret"], **options: Unpack[CallOptions]) -> WebhookSecret:
        """Read the signing secret of events received without an address."""

    @overload
    def __call__(self, name: Literal["getIdentity"], **options: Unpack[CallOptions]) -> Identity:
        """Identify the caller's key or token."""

    @overload
    def __call__(self, name: Literal["listRequests"], *, query: ListRequestsQuery = ..., **options: Unpack[CallOptions]) -> RequestPage:
        """List API requests."""

    @overload
    def __call__(self, name: Literal["createInvitation"], *, body: NewInvitation, **options: Unpack[CallOptions]) -> Invited:
        """Invite a member or an admin."""

    @overload
    def __call__(self, name: Literal["deactivateUser"], *, query: DeactivateUserQuery, body: Deactivation = ..., **options: Unpack[CallOptions]) -> User:
        """Deactivate a user."""

    @overload
    def __call__(self, name: Literal["reactivateUser"], *, query: ReactivateUserQuery, **options: Unpack[CallOptions]) -> User:
        """Reactivate a user."""

    @overload
    def __call__(self, name: Literal["listSubmissions"], *, query: ListSubmissionsQuery = ..., **options: Unpack[CallOptions]) -> FormSubmissionPage:
        """List form submissions."""

    @overload
    def __call__(self, name: Literal["getSubmission"], *, query: GetSubmissionQuery, **options: Unpack[CallOptions]) -> FormSubmission:
        """Read a form submission."""

    @overload
    def __call__(self, name: Literal["exportSubmissions"], *, query: ExportSubmissionsQuery, **options: Unpack[CallOptions]) -> str:
        """Export the submissions of a form as CSV."""

    @overload
    def __call__(self, name: Literal["listProcedures"], *, query: ListProceduresQuery = ..., **options: Unpack[CallOptions]) -> ProcedurePage:
        """List procedures."""

    @overload
    def __call__(self, name: Literal["reviewProcedure"], *, query: ReviewProcedureQuery, body: Review, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Approve or reject a procedure."""

    @overload
    def __call__(self, name: Literal["getProcedure"], *, query: GetProcedureQuery, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Read a procedure."""

    @overload
    def __call__(self, name: Literal["listDeletions"], *, query: ListDeletionsQuery = ..., **options: Unpack[CallOptions]) -> SessionDeletionPage:
        """List deletions of sessions."""

    @overload
    def __call__(self, name: Literal["getDeletion"], *, query: GetDeletionQuery, **options: Unpack[CallOptions]) -> SessionDeletion:
        """Read the state of a deletion."""


class AsyncOperations(Protocol):
    """Calls any operation by its name in the OpenAPI document."""

    @overload
    async def __call__(self, name: Literal["listTasks"], *, query: ListTasksQuery = ..., **options: Unpack[CallOptions]) -> Union[TaskPage, Task]:
        """List tasks, or get one task."""

    @overload
    async def __call__(self, name: Literal["createTask"], *, body: NewTask, **options: Unpack[CallOptions]) -> Task:
        """Create a task."""

    @overload
    async def __call__(self, name: Literal["updateTask"], *, query: UpdateTaskQuery, body: TaskChanges = ..., **options: Unpack[CallOptions]) -> Task:
        """Change a task."""

    @overload
    async def __call__(self, name: Literal["listSessions"], *, query: ListSessionsQuery = ..., **options: Unpack[CallOptions]) -> Union[SessionPage, Session]:
        """List sessions, or get one session."""

    @overload
    async def __call__(self, name: Literal["updateSession"], *, query: UpdateSessionQuery, body: SessionChanges = ..., **options: Unpack[CallOptions]) -> Session:
        """Change a session."""

    @overload
    async def __call__(self, name: Literal["deleteSession"], *, query: DeleteSessionQuery, **options: Unpack[CallOptions]) -> DeletedSession:
        """Delete a session."""

    @overload
    async def __call__(self, name: Literal["listUsers"], *, query: ListUsersQuery = ..., **options: Unpack[CallOptions]) -> Union[UserPage, User]:
        """List users, or get one user."""

    @overload
    async def __call__(self, name: Literal["inviteUser"], *, body: Invitee, **options: Unpack[CallOptions]) -> Invited:
        """Invite a user."""

    @overload
    async def __call__(self, name: Literal["executeSkill"], *, body: SkillExecution, **options: Unpack[CallOptions]) -> SkillOutput:
        """Execute a skill."""

    @overload
    async def __call__(self, name: Literal["listForms"], *, query: ListFormsQuery = ..., **options: Unpack[CallOptions]) -> Union[FormPage, Form]:
        """List forms, browse the library, or get one form."""

    @overload
    async def __call__(self, name: Literal["createForm"], *, body: Union[NewForm, FormImport], **options: Unpack[CallOptions]) -> Form:
        """Create a form, or import one from the library."""

    @overload
    async def __call__(self, name: Literal["updateForm"], *, query: UpdateFormQuery, body: FormChanges = ..., **options: Unpack[CallOptions]) -> Form:
        """Change a form."""

    @overload
    async def __call__(self, name: Literal["deleteForm"], *, query: DeleteFormQuery, **options: Unpack[CallOptions]) -> DeletedForm:
        """Delete a form."""

    @overload
    async def __call__(self, name: Literal["checkWebhook"], *, query: CheckWebhookQuery, **options: Unpack[CallOptions]) -> Union[FoundWebhook, MissingWebhook]:
        """Check an endpoint."""

    @overload
    async def __call__(self, name: Literal["subscribeWebhook"], *, body: NewWebhook, **options: Unpack[CallOptions]) -> SubscribedWebhook:
        """Subscribe an endpoint to events."""

    @overload
    async def __call__(self, name: Literal["unsubscribeWebhook"], *, query: UnsubscribeWebhookQuery, **options: Unpack[CallOptions]) -> UnsubscribedWebhook:
        """Unsubscribe an endpoint."""

    @overload
    async def __call__(self, name: Literal["exchangeToken"], *, body: Union[CodeExchange, TokenRefresh], **options: Unpack[CallOptions]) -> Tokens:
        """Exchange a code or refresh tokens."""

    @overload
    async def __call__(self, name: Literal["revokeToken"], *, body: TokenRevocation, **options: Unpack[CallOptions]) -> RevokedToken:
        """Revoke a token."""

    @overload
    async def __call__(self, name: Literal["listWebhooks"], *, query: ListWebhooksQuery = ..., **options: Unpack[CallOptions]) -> WebhookPage:
        """List endpoints."""

    @overload
    async def __call__(self, name: Literal["updateWebhook"], *, query: UpdateWebhookQuery, body: WebhookChanges = ..., **options: Unpack[CallOptions]) -> Webhook:
        """Change an endpoint."""

    @overload
    async def __call__(self, name: Literal["getWebhook"], *, query: GetWebhookQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Read an endpoint."""

    @overload
    async def __call__(self, name: Literal["rotateWebhookSecret"], *, query: RotateWebhookSecretQuery, body: WebhookRotation = ..., **options: Unpack[CallOptions]) -> RotatedWebhookSecret:
        """Replace the signing secret of an endpoint."""

    @overload
    async def __call__(self, name: Literal["cancelWebhookRotation"], *, query: CancelWebhookRotationQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Cancel a scheduled signing secret."""

    @overload
    async def __call__(self, name: Literal["switchWebhookSecret"], *, query: SwitchWebhookSecretQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Use a scheduled signing secret now."""

    @overload
    async def __call__(self, name: Literal["pauseWebhook"], *, query: PauseWebhookQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Pause an endpoint."""

    @overload
    async def __call__(self, name: Literal["resumeWebhook"], *, query: ResumeWebhookQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Resume an endpoint."""

    @overload
    async def __call__(self, name: Literal["resetWebhookFailures"], *, query: ResetWebhookFailuresQuery, **options: Unpack[CallOptions]) -> Webhook:
        """Set the failure count of an endpoint to zero."""

    @overload
    async def __call__(self, name: Literal["listWebhookHealth"], **options: Unpack[CallOptions]) -> WebhookHealthList:
        """Read the delivery results of the last week."""

    @overload
    async def __call__(self, name: Literal["sendTestEvent"], *, query: SendTestEventQuery, body: TestEvent = ..., **options: Unpack[CallOptions]) -> SentTestEvent:
        """Send a test event to an endpoint."""

    @overload
    async def __call__(self, name: Literal["listDeliveries"], *, query: ListDeliveriesQuery = ..., **options: Unpack[CallOptions]) -> DeliveryPage:
        """List deliveries."""

    @overload
    async def __call__(self, name: Literal["getDelivery"], *, query: GetDeliveryQuery, **options: Unpack[CallOptions]) -> DeliveryDetail:
        """Read a delivery and its attempts."""

    @overload
    async def __call__(self, name: Literal["retryDelivery"], *, query: RetryDeliveryQuery, **options: Unpack[CallOptions]) -> QueuedDelivery:
        """Retry a delivery."""

    @overload
    async def __call__(self, name: Literal["getRetry"], *, query: GetRetryQuery, **options: Unpack[CallOptions]) -> Retry:
        """Read the progress of a retry."""

    @overload
    async def __call__(self, name: Literal["retryDeliveries"], *, body: NewRetry, **options: Unpack[CallOptions]) -> Retry:
        """Retry all deliveries that failed since a time."""

    @overload
    async def __call__(self, name: Literal["listKeys"], *, query: ListKeysQuery = ..., **options: Unpack[CallOptions]) -> KeyPage:
        """List keys."""

    @overload
    async def __call__(self, name: Literal["createKey"], *, body: NewKey, **options: Unpack[CallOptions]) -> CreatedKey:
        """Create a key."""

    @overload
    async def __call__(self, name: Literal["updateKey"], *, query: UpdateKeyQuery, body: KeyChanges = ..., **options: Unpack[CallOptions]) -> Key:
        """Change the expiry and the allowed networks of a key."""

    @overload
    async def __call__(self, name: Literal["revokeKey"], *, query: RevokeKeyQuery, **options: Unpack[CallOptions]) -> RevokedKey:
        """Revoke a key."""

    @overload
    async def __call__(self, name: Literal["rollKey"], *, query: RollKeyQuery, **options: Unpack[CallOptions]) -> CreatedKey:
        """Replace a key by a new one."""

    @overload
    async def __call__(self, name: Literal["listSeats"], *, query: ListSeatsQuery = ..., **options: Unpack[CallOptions]) -> SeatPage:
        """List seats."""

    @overload
    async def __call__(self, name: Literal["createSeat"], *, body: NewSeat, **options: Unpack[CallOptions]) -> CreatedSeat:
        """Create a seat."""

    @overload
    async def __call__(self, name: Literal["updateSeat"], *, query: UpdateSeatQuery, body: SeatChanges = ..., **options: Unpack[CallOptions]) -> ChangedSeat:
        """Change, assign or release a seat."""

    @overload
    async def __call__(self, name: Literal["getSeat"], *, query: GetSeatQuery, **options: Unpack[CallOptions]) -> Seat:
        """Read a seat."""

    @overload
    async def __call__(self, name: Literal["revokeDevice"], *, query: RevokeDeviceQuery, **options: Unpack[CallOptions]) -> ChangedSeat:
        """Unpair the glasses of a seat."""

    @overload
    async def __call__(self, name: Literal["startPairing"], *, query: StartPairingQuery, **options: Unpack[CallOptions]) -> PairingCode:
        """Start pairing the glasses of a seat."""

    @overload
    async def __call__(self, name: Literal["listIntegrations"], *, query: ListIntegrationsQuery = ..., **options: Unpack[CallOptions]) -> IntegrationPage:
        """List integrations."""

    @overload
    async def __call__(self, name: Literal["createIntegration"], *, body: NewIntegration, **options: Unpack[CallOptions]) -> CreatedIntegration:
        """Create an integration."""

    @overload
    async def __call__(self, name: Literal["revokeIntegration"], *, query: RevokeIntegrationQuery, **options: Unpack[CallOptions]) -> RevokedIntegration:
        """Revoke an integration."""

    @overload
    async def __call__(self, name: Literal["rotateIntegrationSecret"], *, query: RotateIntegrationSecretQuery, **options: Unpack[CallOptions]) -> IntegrationSecret:
        """Replace the secret of an integration."""

    @overload
    async def __call__(self, name: Literal["listApps"], *, query: ListAppsQuery = ..., **options: Unpack[CallOptions]) -> AppPage:
        """List own apps."""

    @overload
    async def __call__(self, name: Literal["createApp"], *, body: NewApp, **options: Unpack[CallOptions]) -> AppSecret:
        """Register an app."""

    @overload
    async def __call__(self, name: Literal["updateApp"], *, query: UpdateAppQuery, body: AppChanges = ..., **options: Unpack[CallOptions]) -> App:
        """Change an app."""

    @overload
    async def __call__(self, name: Literal["deleteApp"], *, query: DeleteAppQuery, **options: Unpack[CallOptions]) -> DeletedApp:
        """Delete an app."""

    @overload
    async def __call__(self, name: Literal["getApp"], *, query: GetAppQuery, **options: Unpack[CallOptions]) -> App:
        """Read an app."""

    @overload
    async def __call__(self, name: Literal["rotateAppSecret"], *, query: RotateAppSecretQuery, **options: Unpack[CallOptions]) -> AppSecret:
        """Replace the secret of an app."""

    @overload
    async def __call__(self, name: Literal["submitApp"], *, query: SubmitAppQuery, **options: Unpack[CallOptions]) -> App:
        """Submit an app for review."""

    @overload
    async def __call__(self, name: Literal["listDocuments"], *, query: ListDocumentsQuery = ..., **options: Unpack[CallOptions]) -> DocumentPage:
        """List documents."""

    @overload
    async def __call__(self, name: Literal["uploadDocument"], *, body: NewDocument, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Upload a document."""

    @overload
    async def __call__(self, name: Literal["replaceDocument"], *, query: ReplaceDocumentQuery, body: NewContent, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Replace a document."""

    @overload
    async def __call__(self, name: Literal["deleteDocument"], *, query: DeleteDocumentQuery, **options: Unpack[CallOptions]) -> Deleted:
        """Delete a document."""

    @overload
    async def __call__(self, name: Literal["reprocessDocument"], *, query: ReprocessDocumentQuery, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Process a document again."""

    @overload
    async def __call__(self, name: Literal["listCollections"], *, query: ListCollectionsQuery = ..., **options: Unpack[CallOptions]) -> CollectionPage:
        """List collections of documents."""

    @overload
    async def __call__(self, name: Literal["deleteCollection"], *, query: DeleteCollectionQuery, **options: Unpack[CallOptions]) -> Deleted:
        """Delete an empty collection."""

    @overload
    async def __call__(self, name: Literal["getKnowledgeLanguage"], **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Read the language that documents are searched in."""

    @overload
    async def __call__(self, name: Literal["updateKnowledgeLanguage"], *, body: NewLanguage, **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Change the language that documents are searched in."""

    @overload
    async def __call__(self, name: Literal["searchKnowledge"], *, query: SearchKnowledgeQuery, **options: Unpack[CallOptions]) -> PassageList:
        """Search the knowledge base."""

    @overload
    async def __call__(self, name: Literal["listSkills"], *, query: ListSkillsQuery = ..., **options: Unpack[CallOptions]) -> SkillPage:
        """List the skills that the account may execute."""

    @overload
    async def __call__(self, name: Literal["getUsage"], *, query: GetUsageQuery, **options: Unpack[CallOptions]) -> UsageReport:
        """Read the usage of a period."""

    @overload
    async def __call__(self, name: Literal["listenEvents"], *, query: ListenEventsQuery = ..., **options: Unpack[CallOptions]) -> ListenedEvents:
        """Receive events without a public address."""

    @overload
    async def __call__(self, name: Literal["getEventSecret"], **options: Unpack[CallOptions]) -> WebhookSecret:
        """Read the signing secret of events received without an address."""

    @overload
    async def __call__(self, name: Literal["getIdentity"], **options: Unpack[CallOptions]) -> Identity:
        """Identify the caller's key or token."""

    @overload
    async def __call__(self, name: Literal["listRequests"], *, query: ListRequestsQuery = ..., **options: Unpack[CallOptions]) -> RequestPage:
        """List API requests."""

    @overload
    async def __call__(self, name: Literal["createInvitation"], *, body: NewInvitation, **options: Unpack[CallOptions]) -> Invited:
        """Invite a member or an admin."""

    @overload
    async def __call__(self, name: Literal["deactivateUser"], *, query: DeactivateUserQuery, body: Deactivation = ..., **options: Unpack[CallOptions]) -> User:
        """Deactivate a user."""

    @overload
    async def __call__(self, name: Literal["reactivateUser"], *, query: ReactivateUserQuery, **options: Unpack[CallOptions]) -> User:
        """Reactivate a user."""

    @overload
    async def __call__(self, name: Literal["listSubmissions"], *, query: ListSubmissionsQuery = ..., **options: Unpack[CallOptions]) -> FormSubmissionPage:
        """List form submissions."""

    @overload
    async def __call__(self, name: Literal["getSubmission"], *, query: GetSubmissionQuery, **options: Unpack[CallOptions]) -> FormSubmission:
        """Read a form submission."""

    @overload
    async def __call__(self, name: Literal["exportSubmissions"], *, query: ExportSubmissionsQuery, **options: Unpack[CallOptions]) -> str:
        """Export the submissions of a form as CSV."""

    @overload
    async def __call__(self, name: Literal["listProcedures"], *, query: ListProceduresQuery = ..., **options: Unpack[CallOptions]) -> ProcedurePage:
        """List procedures."""

    @overload
    async def __call__(self, name: Literal["reviewProcedure"], *, query: ReviewProcedureQuery, body: Review, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Approve or reject a procedure."""

    @overload
    async def __call__(self, name: Literal["getProcedure"], *, query: GetProcedureQuery, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Read a procedure."""

    @overload
    async def __call__(self, name: Literal["listDeletions"], *, query: ListDeletionsQuery = ..., **options: Unpack[CallOptions]) -> SessionDeletionPage:
        """List deletions of sessions."""

    @overload
    async def __call__(self, name: Literal["getDeletion"], *, query: GetDeletionQuery, **options: Unpack[CallOptions]) -> SessionDeletion:
        """Read the state of a deletion."""


CALLS: Dict[str, Tuple[str, str, bool]] = {
    "listTasks": ("GET", "api-tenant-tasks", True),
    "createTask": ("POST", "api-tenant-tasks", True),
    "updateTask": ("PATCH", "api-tenant-tasks", True),
    "listSessions": ("GET", "api-tenant-sessions", True),
    "updateSession": ("PATCH", "api-tenant-sessions", True),
    "deleteSession": ("DELETE", "api-tenant-sessions", True),
    "listUsers": ("GET", "api-tenant-users", True),
    "inviteUser": ("POST", "api-tenant-users", True),
    "executeSkill": ("POST", "api-tenant-skills-execute", True),
    "listForms": ("GET", "api-tenant-forms", True),
    "createForm": ("POST", "api-tenant-forms", True),
    "updateForm": ("PUT", "api-tenant-forms", True),
    "deleteForm": ("DELETE", "api-tenant-forms", True),
    "checkWebhook": ("GET", "webhook-subscribe", True),
    "subscribeWebhook": ("POST", "webhook-subscribe", True),
    "unsubscribeWebhook": ("DELETE", "webhook-subscribe", True),
    "exchangeToken": ("POST", "oauth-token", False),
    "revokeToken": ("POST", "oauth-revoke", False),
    "listWebhooks": ("GET", "endpoints", True),
    "updateWebhook": ("PATCH", "endpoints", True),
    "getWebhook": ("GET", "endpoint", True),
    "rotateWebhookSecret": ("POST", "endpoints/rotate", True),
    "cancelWebhookRotation": ("DELETE", "endpoints/rotate", True),
    "switchWebhookSecret": ("POST", "endpoints/switch", True),
    "pauseWebhook": ("POST", "endpoints/pause", True),
    "resumeWebhook": ("POST", "endpoints/resume", True),
    "resetWebhookFailures": ("POST", "endpoints/reset", True),
    "listWebhookHealth": ("GET", "endpoints/health", True),
    "sendTestEvent": ("POST", "endpoints/test", True),
    "listDeliveries": ("GET", "deliveries", True),
    "getDelivery": ("GET", "delivery", True),
    "retryDelivery": ("POST", "delivery/retry", True),
    "getRetry": ("GET", "retries", True),
    "retryDeliveries": ("POST", "retries", True),
    "listKeys": ("GET", "keys", True),
    "createKey": ("POST", "keys", True),
    "updateKey": ("PATCH", "keys", True),
    "revokeKey": ("DELETE", "keys", True),
    "rollKey": ("POST", "keys/roll", True),
    "listSeats": ("GET", "seats", True),
    "createSeat": ("POST", "seats", True),
    "updateSeat": ("PATCH", "seats", True),
    "getSeat": ("GET", "seat", True),
    "revokeDevice": ("DELETE", "seats/device", True),
    "startPairing": ("POST", "seats/pairing", True),
    "listIntegrations": ("GET", "integrations", True),
    "createIntegration": ("POST", "integrations", True),
    "revokeIntegration": ("DELETE", "integrations", True),
    "rotateIntegrationSecret": ("POST", "integrations/secret", True),
    "listApps": ("GET", "apps", True),
    "createApp": ("POST", "apps", True),
    "updateApp": ("PATCH", "apps", True),
    "deleteApp": ("DELETE", "apps", True),
    "getApp": ("GET", "app", True),
    "rotateAppSecret": ("POST", "apps/secret", True),
    "submitApp": ("POST", "apps/review", True),
    "listDocuments": ("GET", "documents", True),
    "uploadDocument": ("POST", "documents", True),
    "replaceDocument": ("PUT", "documents", True),
    "deleteDocument": ("DELETE", "documents", True),
    "reprocessDocument": ("POST", "documents/process", True),
    "listCollections": ("GET", "collections", True),
    "deleteCollection": ("DELETE", "collections", True),
    "getKnowledgeLanguage": ("GET", "knowledge/language", True),
    "updateKnowledgeLanguage": ("PATCH", "knowledge/language", True),
    "searchKnowledge": ("GET", "knowledge/search", True),
    "listSkills": ("GET", "skills", True),
    "getUsage": ("GET", "usage", True),
    "listenEvents": ("GET", "events", True),
    "getEventSecret": ("GET", "events/secret", True),
    "getIdentity": ("GET", "whoami", True),
    "listRequests": ("GET", "requests", True),
    "createInvitation": ("POST", "invitations", True),
    "deactivateUser": ("POST", "users/deactivate", True),
    "reactivateUser": ("POST", "users/reactivate", True),
    "listSubmissions": ("GET", "submissions", True),
    "getSubmission": ("GET", "submission", True),
    "exportSubmissions": ("GET", "submissions/export", True),
    "listProcedures": ("GET", "procedures", True),
    "reviewProcedure": ("PATCH", "procedures", True),
    "getProcedure": ("GET", "procedure", True),
    "listDeletions": ("GET", "deletions", True),
    "getDeletion": ("GET", "deletion", True),
}
"""Method and path of each operation; true if it can be retried after a lost response."""
