# Written by `npm run sdk-records` from the OpenAPI document.
"""The objects of the client. Each method calls one operation of the API."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union, cast

from .lists import RecordList, page_of, record_of
from .records import (
    App,
    AppChanges,
    AppPage,
    AppSecret,
    CatalogueEntry,
    ChangedSeat,
    Collection,
    CollectionPage,
    CreatedIntegration,
    CreatedKey,
    CreatedSeat,
    Deactivation,
    Deleted,
    DeletedApp,
    DeletedForm,
    DeletedSession,
    Delivery,
    DeliveryDetail,
    DeliveryPage,
    DocumentPage,
    Form,
    FormChanges,
    FormPage,
    FormSubmission,
    FormSubmissionPage,
    FoundWebhook,
    GetDeliveryQuery,
    GetUsageQuery,
    Integration,
    IntegrationPage,
    IntegrationSecret,
    Invited,
    Invitee,
    Key,
    KeyChanges,
    KeyPage,
    KnowledgeDocument,
    KnowledgeLanguage,
    ListAppsQuery,
    ListCollectionsQuery,
    ListDeletionsQuery,
    ListDeliveriesQuery,
    ListDocumentsQuery,
    ListFormsQuery,
    ListIntegrationsQuery,
    ListKeysQuery,
    ListProceduresQuery,
    ListRequestsQuery,
    ListSeatsQuery,
    ListSessionsQuery,
    ListSkillsQuery,
    ListSubmissionsQuery,
    ListTasksQuery,
    ListUsersQuery,
    ListWebhooksQuery,
    ListenEventsQuery,
    ListenedEvents,
    LoggedRequest,
    MissingWebhook,
    NewApp,
    NewContent,
    NewDocument,
    NewForm,
    NewIntegration,
    NewInvitation,
    NewKey,
    NewLanguage,
    NewRetry,
    NewSeat,
    NewTask,
    NewWebhook,
    Operations,
    PairingCode,
    PassageList,
    ProcedurePage,
    QueuedDelivery,
    RequestPage,
    Retry,
    RetryDeliveryQuery,
    Review,
    RevokedIntegration,
    RevokedKey,
    RotatedWebhookSecret,
    SearchKnowledgeQuery,
    Seat,
    SeatChanges,
    SeatPage,
    SentTestEvent,
    Session,
    SessionChanges,
    SessionDeletion,
    SessionDeletionPage,
    SessionPage,
    Skill,
    SkillExecution,
    SkillOutput,
    SkillPage,
    SubscribedWebhook,
    Task,
    TaskChanges,
    TaskPage,
    TestEvent,
    UnsubscribedWebhook,
    UsageReport,
    User,
    UserPage,
    Webhook,
    WebhookChanges,
    WebhookHealthList,
    WebhookPage,
    WebhookRotation,
    WebhookSecret,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions


class Tasks:
    """The methods of `ops.tasks`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListTasksQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Task, TaskPage]:
        """List tasks."""
        given: ListTasksQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> TaskPage:
            bounded = cast(ListTasksQuery, {**given, "limit": limit, "offset": offset})
            return cast(TaskPage, page_of("tasks", self._call("listTasks", query=bounded, **options)))

        return RecordList(
            lambda page: page["tasks"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Task:
        """Get one task."""
        return cast(Task, record_of("tasks", self._call("listTasks", query={"task_id": id}, **options)))

    def create(self, body: NewTask, **options: Unpack[CallOptions]) -> Task:
        """Create a task."""
        return self._call("createTask", body=body, **options)

    def update(self, id: str, body: Optional[TaskChanges] = None, **options: Unpack[CallOptions]) -> Task:
        """Change a task."""
        return self._call("updateTask", query={"task_id": id}, body=body or {}, **options)


class Sessions:
    """The methods of `ops.sessions`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListSessionsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Session, SessionPage]:
        """List sessions."""
        given: ListSessionsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> SessionPage:
            bounded = cast(ListSessionsQuery, {**given, "limit": limit, "offset": offset})
            return cast(SessionPage, page_of("sessions", self._call("listSessions", query=bounded, **options)))

        return RecordList(
            lambda page: page["sessions"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Session:
        """Get one session."""
        return cast(Session, record_of("sessions", self._call("listSessions", query={"session_id": id}, **options)))

    def update(self, id: str, body: Optional[SessionChanges] = None, **options: Unpack[CallOptions]) -> Session:
        """Change a session."""
        return self._call("updateSession", query={"session_id": id}, body=body or {}, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedSession:
        """Delete a session."""
        return self._call("deleteSession", query={"session_id": id}, **options)

    def list_deletions(self, query: Optional[ListDeletionsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[SessionDeletion, SessionDeletionPage]:
        """List deletions of sessions."""
        given: ListDeletionsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> SessionDeletionPage:
            bounded = cast(ListDeletionsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listDeletions", query=bounded, **options)

        return RecordList(
            lambda page: page["deletions"],
            ("session_id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def deletion(self, id: str, **options: Unpack[CallOptions]) -> SessionDeletion:
        """Read the state of a deletion."""
        return self._call("getDeletion", query={"session_id": id}, **options)


class Users:
    """The methods of `ops.users`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListUsersQuery] = None, **options: Unpack[CallOptions]) -> RecordList[User, UserPage]:
        """List users."""
        given: ListUsersQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> UserPage:
            bounded = cast(ListUsersQuery, {**given, "limit": limit, "offset": offset})
            return cast(UserPage, page_of("users", self._call("listUsers", query=bounded, **options)))

        return RecordList(
            lambda page: page["users"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> User:
        """Get one user."""
        return cast(User, record_of("users", self._call("listUsers", query={"user_id": id}, **options)))

    def invite(self, body: Invitee, **options: Unpack[CallOptions]) -> Invited:
        """Invite a user."""
        return self._call("inviteUser", body=body, **options)

    def invite_member(self, body: NewInvitation, **options: Unpack[CallOptions]) -> Invited:
        """Invite a member or an admin."""
        return self._call("createInvitation", body=body, **options)

    def deactivate(self, id: str, body: Optional[Deactivation] = None, **options: Unpack[CallOptions]) -> User:
        """Deactivate a user."""
        return self._call("deactivateUser", query={"user_id": id}, body=body or {}, **options)

    def reactivate(self, id: str, **options: Unpack[CallOptions]) -> User:
        """Reactivate a user."""
        return self._call("reactivateUser", query={"user_id": id}, **options)


class Skills:
    """The methods of `ops.skills`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def execute(self, body: SkillExecution, **options: Unpack[CallOptions]) -> SkillOutput:
        """Execute a skill."""
        return self._call("executeSkill", body=body, **options)

    def list(self, query: Optional[ListSkillsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Skill, SkillPage]:
        """List the skills that the account may execute."""
        given: ListSkillsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> SkillPage:
            bounded = cast(ListSkillsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listSkills", query=bounded, **options)

        return RecordList(
            lambda page: page["skills"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )


class Forms:
    """The methods of `ops.forms`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListFormsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Form, FormPage]:
        """List forms, or browse the library."""
        given: ListFormsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> FormPage:
            bounded = cast(ListFormsQuery, {**given, "limit": limit, "offset": offset})
            return cast(FormPage, page_of("forms", self._call("listForms", query=bounded, **options)))

        return RecordList(
            lambda page: page["forms"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Form:
        """Get one form."""
        return cast(Form, record_of("forms", self._call("listForms", query={"id": id}, **options)))

    def create(self, body: NewForm, **options: Unpack[CallOptions]) -> Form:
        """Create a form, or import one from the library."""
        return self._call("createForm", body=body, **options)

    def import_(self, template_id: str, **options: Unpack[CallOptions]) -> Form:
        """Copy a form of the library."""
        return self._call("createForm", body={"action": "import", "template_id": template_id}, **options)

    def update(self, id: str, body: Optional[FormChanges] = None, **options: Unpack[CallOptions]) -> Form:
        """Change a form."""
        return self._call("updateForm", query={"id": id}, body=body or {}, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedForm:
        """Delete a form."""
        return self._call("deleteForm", query={"id": id}, **options)


class Webhooks:
    """The methods of `ops.webhooks`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def check(self, id: str, **options: Unpack[CallOptions]) -> Union[FoundWebhook, MissingWebhook]:
        """Check an endpoint."""
        return self._call("checkWebhook", query={"endpoint_id": id}, **options)

    def subscribe(self, body: NewWebhook, **options: Unpack[CallOptions]) -> SubscribedWebhook:
        """Subscribe an endpoint to events."""
        return self._call("subscribeWebhook", body=body, **options)

    def unsubscribe(self, id: str, **options: Unpack[CallOptions]) -> UnsubscribedWebhook:
        """Unsubscribe an endpoint."""
        return self._call("unsubscribeWebhook", query={"endpoint_id": id}, **options)

    def list(self, query: Optional[ListWebhooksQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Webhook, WebhookPage]:
        """List endpoints."""
        given: ListWebhooksQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> WebhookPage:
            bounded = cast(ListWebhooksQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listWebhooks", query=bounded, **options)

        return RecordList(
            lambda page: page["endpoints"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def update(self, id: str, body: Optional[WebhookChanges] = None, **options: Unpack[CallOptions]) -> Webhook:
        """Change an endpoint."""
        return self._call("updateWebhook", query={"endpoint_id": id}, body=body or {}, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Read an endpoint."""
        return self._call("getWebhook", query={"endpoint_id": id}, **options)

    def rotate_secret(self, id: str, body: Optional[WebhookRotation] = None, **options: Unpack[CallOptions]) -> RotatedWebhookSecret:
        """Replace the signing secret of an endpoint."""
        return self._call("rotateWebhookSecret", query={"endpoint_id": id}, body=body or {}, **options)

    def cancel_rotation(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Cancel a scheduled signing secret."""
        return self._call("cancelWebhookRotation", query={"endpoint_id": id}, **options)

    def switch_secret(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Use a scheduled signing secret now."""
        return self._call("switchWebhookSecret", query={"endpoint_id": id}, **options)

    def pause(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Pause an endpoint."""
        return self._call("pauseWebhook", query={"endpoint_id": id}, **options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Resume an endpoint."""
        return self._call("resumeWebhook", query={"endpoint_id": id}, **options)

    def reset_failures(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Set the failure count of an endpoint to zero."""
        return self._call("resetWebhookFailures", query={"endpoint_id": id}, **options)

    def list_health(self, **options: Unpack[CallOptions]) -> WebhookHealthList:
        """Read the delivery results of the last week."""
        return self._call("listWebhookHealth", **options)

    def send_test_event(self, id: str, body: Optional[TestEvent] = None, **options: Unpack[CallOptions]) -> SentTestEvent:
        """Send a test event to an endpoint."""
        return self._call("sendTestEvent", query={"endpoint_id": id}, body=body or {}, **options)

    def list_deliveries(self, query: Optional[ListDeliveriesQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Delivery, DeliveryPage]:
        """List deliveries."""
        given: ListDeliveriesQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> DeliveryPage:
            bounded = cast(ListDeliveriesQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listDeliveries", query=bounded, **options)

        return RecordList(
            lambda page: page["deliveries"],
            ("event_id", "endpoint_id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def get_delivery(self, query: GetDeliveryQuery, **options: Unpack[CallOptions]) -> DeliveryDetail:
        """Read a delivery and its attempts."""
        return self._call("getDelivery", query=query, **options)

    def retry_delivery(self, query: RetryDeliveryQuery, **options: Unpack[CallOptions]) -> QueuedDelivery:
        """Retry a delivery."""
        return self._call("retryDelivery", query=query, **options)

    def get_retry(self, id: str, **options: Unpack[CallOptions]) -> Retry:
        """Read the progress of a retry."""
        return self._call("getRetry", query={"retry_id": id}, **options)

    def retry_deliveries(self, body: NewRetry, **options: Unpack[CallOptions]) -> Retry:
        """Retry all deliveries that failed since a time."""
        return self._call("retryDeliveries", body=body, **options)

    def listen_events(self, query: Optional[ListenEventsQuery] = None, **options: Unpack[CallOptions]) -> ListenedEvents:
        """Receive events without a public address."""
        return self._call("listenEvents", query=query or {}, **options)

    def get_event_secret(self, **options: Unpack[CallOptions]) -> WebhookSecret:
        """Read the signing secret of events received without an address."""
        return self._call("getEventSecret", **options)


class Keys:
    """The methods of `ops.keys`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListKeysQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Key, KeyPage]:
        """List keys."""
        given: ListKeysQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> KeyPage:
            bounded = cast(ListKeysQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listKeys", query=bounded, **options)

        return RecordList(
            lambda page: page["keys"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def create(self, body: NewKey, **options: Unpack[CallOptions]) -> CreatedKey:
        """Create a key."""
        return self._call("createKey", body=body, **options)

    def update(self, id: str, body: Optional[KeyChanges] = None, **options: Unpack[CallOptions]) -> Key:
        """Change the expiry and the allowed networks of a key."""
        return self._call("updateKey", query={"key_id": id}, body=body or {}, **options)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> RevokedKey:
        """Revoke a key."""
        return self._call("revokeKey", query={"key_id": id}, **options)

    def roll(self, id: str, **options: Unpack[CallOptions]) -> CreatedKey:
        """Replace a key by a new one."""
        return self._call("rollKey", query={"key_id": id}, **options)


class Seats:
    """The methods of `ops.seats`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListSeatsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Seat, SeatPage]:
        """List seats."""
        given: ListSeatsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> SeatPage:
            bounded = cast(ListSeatsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listSeats", query=bounded, **options)

        return RecordList(
            lambda page: page["seats"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def create(self, body: NewSeat, **options: Unpack[CallOptions]) -> CreatedSeat:
        """Create a seat."""
        return self._call("createSeat", body=body, **options)

    def update(self, id: str, body: Optional[SeatChanges] = None, **options: Unpack[CallOptions]) -> ChangedSeat:
        """Change, assign or release a seat."""
        return self._call("updateSeat", query={"seat_id": id}, body=body or {}, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Seat:
        """Read a seat."""
        return self._call("getSeat", query={"seat_id": id}, **options)

    def revoke_device(self, id: str, **options: Unpack[CallOptions]) -> ChangedSeat:
        """Unpair the glasses of a seat."""
        return self._call("revokeDevice", query={"seat_id": id}, **options)

    def start_pairing(self, id: str, **options: Unpack[CallOptions]) -> PairingCode:
        """Start pairing the glasses of a seat."""
        return self._call("startPairing", query={"seat_id": id}, **options)


class Integrations:
    """The methods of `ops.integrations`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListIntegrationsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Integration, IntegrationPage]:
        """List integrations."""
        given: ListIntegrationsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> IntegrationPage:
            bounded = cast(ListIntegrationsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listIntegrations", query=bounded, **options)

        return RecordList(
            lambda page: page["integrations"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def create(self, body: NewIntegration, **options: Unpack[CallOptions]) -> CreatedIntegration:
        """Create an integration."""
        return self._call("createIntegration", body=body, **options)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> RevokedIntegration:
        """Revoke an integration."""
        return self._call("revokeIntegration", query={"integration_id": id}, **options)

    def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> IntegrationSecret:
        """Replace the secret of an integration."""
        return self._call("rotateIntegrationSecret", query={"integration_id": id}, **options)


class Apps:
    """The methods of `ops.apps`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListAppsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[App, AppPage]:
        """List own apps."""
        given: ListAppsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> AppPage:
            bounded = cast(ListAppsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listApps", query=bounded, **options)

        return RecordList(
            lambda page: page["apps"],
            ("client_id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def create(self, body: NewApp, **options: Unpack[CallOptions]) -> AppSecret:
        """Register an app."""
        return self._call("createApp", body=body, **options)

    def update(self, id: str, body: Optional[AppChanges] = None, **options: Unpack[CallOptions]) -> App:
        """Change an app."""
        return self._call("updateApp", query={"client_id": id}, body=body or {}, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedApp:
        """Delete an app."""
        return self._call("deleteApp", query={"client_id": id}, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> App:
        """Read an app."""
        return self._call("getApp", query={"client_id": id}, **options)

    def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> AppSecret:
        """Replace the secret of an app."""
        return self._call("rotateAppSecret", query={"client_id": id}, **options)

    def submit(self, id: str, **options: Unpack[CallOptions]) -> App:
        """Submit an app for review."""
        return self._call("submitApp", query={"client_id": id}, **options)


class Knowledge:
    """The methods of `ops.knowledge`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list_documents(self, query: Optional[ListDocumentsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[KnowledgeDocument, DocumentPage]:
        """List documents."""
        given: ListDocumentsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> DocumentPage:
            bounded = cast(ListDocumentsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listDocuments", query=bounded, **options)

        return RecordList(
            lambda page: page["documents"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def upload_document(self, body: NewDocument, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Upload a document."""
        return self._call("uploadDocument", body=body, **options)

    def replace_document(self, id: str, body: NewContent, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Replace a document."""
        return self._call("replaceDocument", query={"document_id": id}, body=body, **options)

    def delete_document(self, id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Delete a document."""
        return self._call("deleteDocument", query={"document_id": id}, **options)

    def reprocess_document(self, id: str, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Process a document again."""
        return self._call("reprocessDocument", query={"document_id": id}, **options)

    def list_collections(self, query: Optional[ListCollectionsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[Collection, CollectionPage]:
        """List collections of documents."""
        given: ListCollectionsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> CollectionPage:
            bounded = cast(ListCollectionsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listCollections", query=bounded, **options)

        return RecordList(
            lambda page: page["collections"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def delete_collection(self, id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Delete an empty collection."""
        return self._call("deleteCollection", query={"collection_id": id}, **options)

    def get_language(self, **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Read the language that documents are searched in."""
        return self._call("getKnowledgeLanguage", **options)

    def update_language(self, body: NewLanguage, **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Change the language that documents are searched in."""
        return self._call("updateKnowledgeLanguage", body=body, **options)

    def search(self, query: SearchKnowledgeQuery, **options: Unpack[CallOptions]) -> PassageList:
        """Search the knowledge base."""
        return self._call("searchKnowledge", query=query, **options)


class Billing:
    """The methods of `ops.billing`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def get_usage(self, query: GetUsageQuery, **options: Unpack[CallOptions]) -> UsageReport:
        """Read the usage of a period."""
        return self._call("getUsage", query=query, **options)


class Requests:
    """The methods of `ops.requests`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListRequestsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[LoggedRequest, RequestPage]:
        """List API requests."""
        given: ListRequestsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> RequestPage:
            bounded = cast(ListRequestsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listRequests", query=bounded, **options)

        return RecordList(
            lambda page: page["requests"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )


class Submissions:
    """The methods of `ops.submissions`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListSubmissionsQuery] = None, **options: Unpack[CallOptions]) -> RecordList[FormSubmission, FormSubmissionPage]:
        """List form submissions."""
        given: ListSubmissionsQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> FormSubmissionPage:
            bounded = cast(ListSubmissionsQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listSubmissions", query=bounded, **options)

        return RecordList(
            lambda page: page["submissions"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> FormSubmission:
        """Read a form submission."""
        return self._call("getSubmission", query={"submission_id": id}, **options)

    def export(self, id: str, **options: Unpack[CallOptions]) -> str:
        """Export the submissions of a form as CSV."""
        return self._call("exportSubmissions", query={"form_id": id}, **options)


class Procedures:
    """The methods of `ops.procedures`."""

    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(self, query: Optional[ListProceduresQuery] = None, **options: Unpack[CallOptions]) -> RecordList[CatalogueEntry, ProcedurePage]:
        """List procedures."""
        given: ListProceduresQuery = query or {}

        def read(limit: Optional[int], offset: Optional[int]) -> ProcedurePage:
            bounded = cast(ListProceduresQuery, {**given, "limit": limit, "offset": offset})
            return self._call("listProcedures", query=bounded, **options)

        return RecordList(
            lambda page: page["procedures"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    def review(self, id: str, body: Review, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Approve or reject a procedure."""
        return self._call("reviewProcedure", query={"procedure_id": id}, body=body, **options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Read a procedure."""
        return self._call("getProcedure", query={"procedure_id": id}, **options)


class Resources:
    """All objects of the client."""

    def __init__(self, call: Operations) -> None:
        self.tasks = Tasks(call)
        self.sessions = Sessions(call)
        self.users = Users(call)
        self.skills = Skills(call)
        self.forms = Forms(call)
        self.webhooks = Webhooks(call)
        self.keys = Keys(call)
        self.seats = Seats(call)
        self.integrations = Integrations(call)
        self.apps = Apps(call)
        self.knowledge = Knowledge(call)
        self.billing = Billing(call)
        self.requests = Requests(call)
        self.submissions = Submissions(call)
        self.procedures = Procedures(call)
