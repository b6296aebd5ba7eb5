# Written by `npm run sdk-records` from the OpenAPI document.
"""The objects of the client. Each method calls one operation of the API."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union, cast

from .lists import AsyncRecordList, page_of, record_of
from .records import (
    App,
    AppChanges,
    AppPage,
    AppSecret,
    AsyncOperations,
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


class AsyncTasks:
    """The methods of `ops.tasks`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListTasksQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Task, TaskPage]:
        """List tasks."""
        given: ListTasksQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> TaskPage:
            bounded = cast(ListTasksQuery, {**given, "limit": limit, "offset": offset})
            return cast(TaskPage, page_of("tasks", await self._call("listTasks", query=bounded, **options)))

        return AsyncRecordList(
            lambda page: page["tasks"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Task:
        """Get one task."""
        return cast(Task, record_of("tasks", await self._call("listTasks", query={"task_id": id}, **options)))

    async def create(self, body: NewTask, **options: Unpack[CallOptions]) -> Task:
        """Create a task."""
        return await self._call("createTask", body=body, **options)

    async def update(self, id: str, body: Optional[TaskChanges] = None, **options: Unpack[CallOptions]) -> Task:
        """Change a task."""
        return await self._call("updateTask", query={"task_id": id}, body=body or {}, **options)


class AsyncSessions:
    """The methods of `ops.sessions`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListSessionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Session, SessionPage]:
        """List sessions."""
        given: ListSessionsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> SessionPage:
            bounded = cast(ListSessionsQuery, {**given, "limit": limit, "offset": offset})
            return cast(SessionPage, page_of("sessions", await self._call("listSessions", query=bounded, **options)))

        return AsyncRecordList(
            lambda page: page["sessions"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Session:
        """Get one session."""
        return cast(Session, record_of("sessions", await self._call("listSessions", query={"session_id": id}, **options)))

    async def update(self, id: str, body: Optional[SessionChanges] = None, **options: Unpack[CallOptions]) -> Session:
        """Change a session."""
        return await self._call("updateSession", query={"session_id": id}, body=body or {}, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedSession:
        """Delete a session."""
        return await self._call("deleteSession", query={"session_id": id}, **options)

    def list_deletions(self, query: Optional[ListDeletionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[SessionDeletion, SessionDeletionPage]:
        """List deletions of sessions."""
        given: ListDeletionsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> SessionDeletionPage:
            bounded = cast(ListDeletionsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listDeletions", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["deletions"],
            ("session_id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def deletion(self, id: str, **options: Unpack[CallOptions]) -> SessionDeletion:
        """Read the state of a deletion."""
        return await self._call("getDeletion", query={"session_id": id}, **options)


class AsyncUsers:
    """The methods of `ops.users`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListUsersQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[User, UserPage]:
        """List users."""
        given: ListUsersQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> UserPage:
            bounded = cast(ListUsersQuery, {**given, "limit": limit, "offset": offset})
            return cast(UserPage, page_of("users", await self._call("listUsers", query=bounded, **options)))

        return AsyncRecordList(
            lambda page: page["users"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def get(self, id: str, **options: Unpack[CallOptions]) -> User:
        """Get one user."""
        return cast(User, record_of("users", await self._call("listUsers", query={"user_id": id}, **options)))

    async def invite(self, body: Invitee, **options: Unpack[CallOptions]) -> Invited:
        """Invite a user."""
        return await self._call("inviteUser", body=body, **options)

    async def invite_member(self, body: NewInvitation, **options: Unpack[CallOptions]) -> Invited:
        """Invite a member or an admin."""
        return await self._call("createInvitation", body=body, **options)

    async def deactivate(self, id: str, body: Optional[Deactivation] = None, **options: Unpack[CallOptions]) -> User:
        """Deactivate a user."""
        return await self._call("deactivateUser", query={"user_id": id}, body=body or {}, **options)

    async def reactivate(self, id: str, **options: Unpack[CallOptions]) -> User:
        """Reactivate a user."""
        return await self._call("reactivateUser", query={"user_id": id}, **options)


class AsyncSkills:
    """The methods of `ops.skills`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    async def execute(self, body: SkillExecution, **options: Unpack[CallOptions]) -> SkillOutput:
        """Execute a skill."""
        return await self._call("executeSkill", body=body, **options)

    def list(self, query: Optional[ListSkillsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Skill, SkillPage]:
        """List the skills that the account may execute."""
        given: ListSkillsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> SkillPage:
            bounded = cast(ListSkillsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listSkills", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["skills"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )


class AsyncForms:
    """The methods of `ops.forms`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListFormsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Form, FormPage]:
        """List forms, or browse the library."""
        given: ListFormsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> FormPage:
            bounded = cast(ListFormsQuery, {**given, "limit": limit, "offset": offset})
            return cast(FormPage, page_of("forms", await self._call("listForms", query=bounded, **options)))

        return AsyncRecordList(
            lambda page: page["forms"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Form:
        """Get one form."""
        return cast(Form, record_of("forms", await self._call("listForms", query={"id": id}, **options)))

    async def create(self, body: NewForm, **options: Unpack[CallOptions]) -> Form:
        """Create a form, or import one from the library."""
        return await self._call("createForm", body=body, **options)

    async def import_(self, template_id: str, **options: Unpack[CallOptions]) -> Form:
        """Copy a form of the library."""
        return await self._call("createForm", body={"action": "import", "template_id": template_id}, **options)

    async def update(self, id: str, body: Optional[FormChanges] = None, **options: Unpack[CallOptions]) -> Form:
        """Change a form."""
        return await self._call("updateForm", query={"id": id}, body=body or {}, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedForm:
        """Delete a form."""
        return await self._call("deleteForm", query={"id": id}, **options)


class AsyncWebhooks:
    """The methods of `ops.webhooks`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    async def check(self, id: str, **options: Unpack[CallOptions]) -> Union[FoundWebhook, MissingWebhook]:
        """Check an endpoint."""
        return await self._call("checkWebhook", query={"endpoint_id": id}, **options)

    async def subscribe(self, body: NewWebhook, **options: Unpack[CallOptions]) -> SubscribedWebhook:
        """Subscribe an endpoint to events."""
        return await self._call("subscribeWebhook", body=body, **options)

    async def unsubscribe(self, id: str, **options: Unpack[CallOptions]) -> UnsubscribedWebhook:
        """Unsubscribe an endpoint."""
        return await self._call("unsubscribeWebhook", query={"endpoint_id": id}, **options)

    def list(self, query: Optional[ListWebhooksQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Webhook, WebhookPage]:
        """List endpoints."""
        given: ListWebhooksQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> WebhookPage:
            bounded = cast(ListWebhooksQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listWebhooks", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["endpoints"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def update(self, id: str, body: Optional[WebhookChanges] = None, **options: Unpack[CallOptions]) -> Webhook:
        """Change an endpoint."""
        return await self._call("updateWebhook", query={"endpoint_id": id}, body=body or {}, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Read an endpoint."""
        return await self._call("getWebhook", query={"endpoint_id": id}, **options)

    async def rotate_secret(self, id: str, body: Optional[WebhookRotation] = None, **options: Unpack[CallOptions]) -> RotatedWebhookSecret:
        """Replace the signing secret of an endpoint."""
        return await self._call("rotateWebhookSecret", query={"endpoint_id": id}, body=body or {}, **options)

    async def cancel_rotation(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Cancel a scheduled signing secret."""
        return await self._call("cancelWebhookRotation", query={"endpoint_id": id}, **options)

    async def switch_secret(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Use a scheduled signing secret now."""
        return await self._call("switchWebhookSecret", query={"endpoint_id": id}, **options)

    async def pause(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Pause an endpoint."""
        return await self._call("pauseWebhook", query={"endpoint_id": id}, **options)

    async def resume(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Resume an endpoint."""
        return await self._call("resumeWebhook", query={"endpoint_id": id}, **options)

    async def reset_failures(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        """Set the failure count of an endpoint to zero."""
        return await self._call("resetWebhookFailures", query={"endpoint_id": id}, **options)

    async def list_health(self, **options: Unpack[CallOptions]) -> WebhookHealthList:
        """Read the delivery results of the last week."""
        return await self._call("listWebhookHealth", **options)

    async def send_test_event(self, id: str, body: Optional[TestEvent] = None, **options: Unpack[CallOptions]) -> SentTestEvent:
        """Send a test event to an endpoint."""
        return await self._call("sendTestEvent", query={"endpoint_id": id}, body=body or {}, **options)

    def list_deliveries(self, query: Optional[ListDeliveriesQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Delivery, DeliveryPage]:
        """List deliveries."""
        given: ListDeliveriesQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> DeliveryPage:
            bounded = cast(ListDeliveriesQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listDeliveries", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["deliveries"],
            ("event_id", "endpoint_id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def get_delivery(self, query: GetDeliveryQuery, **options: Unpack[CallOptions]) -> DeliveryDetail:
        """Read a delivery and its attempts."""
        return await self._call("getDelivery", query=query, **options)

    async def retry_delivery(self, query: RetryDeliveryQuery, **options: Unpack[CallOptions]) -> QueuedDelivery:
        """Retry a delivery."""
        return await self._call("retryDelivery", query=query, **options)

    async def get_retry(self, id: str, **options: Unpack[CallOptions]) -> Retry:
        """Read the progress of a retry."""
        return await self._call("getRetry", query={"retry_id": id}, **options)

    async def retry_deliveries(self, body: NewRetry, **options: Unpack[CallOptions]) -> Retry:
        """Retry all deliveries that failed since a time."""
        return await self._call("retryDeliveries", body=body, **options)

    async def listen_events(self, query: Optional[ListenEventsQuery] = None, **options: Unpack[CallOptions]) -> ListenedEvents:
        """Receive events without a public address."""
        return await self._call("listenEvents", query=query or {}, **options)

    async def get_event_secret(self, **options: Unpack[CallOptions]) -> WebhookSecret:
        """Read the signing secret of events received without an address."""
        return await self._call("getEventSecret", **options)


class AsyncKeys:
    """The methods of `ops.keys`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListKeysQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Key, KeyPage]:
        """List keys."""
        given: ListKeysQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> KeyPage:
            bounded = cast(ListKeysQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listKeys", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["keys"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def create(self, body: NewKey, **options: Unpack[CallOptions]) -> CreatedKey:
        """Create a key."""
        return await self._call("createKey", body=body, **options)

    async def update(self, id: str, body: Optional[KeyChanges] = None, **options: Unpack[CallOptions]) -> Key:
        """Change the expiry and the allowed networks of a key."""
        return await self._call("updateKey", query={"key_id": id}, body=body or {}, **options)

    async def revoke(self, id: str, **options: Unpack[CallOptions]) -> RevokedKey:
        """Revoke a key."""
        return await self._call("revokeKey", query={"key_id": id}, **options)

    async def roll(self, id: str, **options: Unpack[CallOptions]) -> CreatedKey:
        """Replace a key by a new one."""
        return await self._call("rollKey", query={"key_id": id}, **options)


class AsyncSeats:
    """The methods of `ops.seats`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListSeatsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Seat, SeatPage]:
        """List seats."""
        given: ListSeatsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> SeatPage:
            bounded = cast(ListSeatsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listSeats", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["seats"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def create(self, body: NewSeat, **options: Unpack[CallOptions]) -> CreatedSeat:
        """Create a seat."""
        return await self._call("createSeat", body=body, **options)

    async def update(self, id: str, body: Optional[SeatChanges] = None, **options: Unpack[CallOptions]) -> ChangedSeat:
        """Change, assign or release a seat."""
        return await self._call("updateSeat", query={"seat_id": id}, body=body or {}, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Seat:
        """Read a seat."""
        return await self._call("getSeat", query={"seat_id": id}, **options)

    async def revoke_device(self, id: str, **options: Unpack[CallOptions]) -> ChangedSeat:
        """Unpair the glasses of a seat."""
        return await self._call("revokeDevice", query={"seat_id": id}, **options)

    async def start_pairing(self, id: str, **options: Unpack[CallOptions]) -> PairingCode:
        """Start pairing the glasses of a seat."""
        return await self._call("startPairing", query={"seat_id": id}, **options)


class AsyncIntegrations:
    """The methods of `ops.integrations`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListIntegrationsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Integration, IntegrationPage]:
        """List integrations."""
        given: ListIntegrationsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> IntegrationPage:
            bounded = cast(ListIntegrationsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listIntegrations", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["integrations"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def create(self, body: NewIntegration, **options: Unpack[CallOptions]) -> CreatedIntegration:
        """Create an integration."""
        return await self._call("createIntegration", body=body, **options)

    async def revoke(self, id: str, **options: Unpack[CallOptions]) -> RevokedIntegration:
        """Revoke an integration."""
        return await self._call("revokeIntegration", query={"integration_id": id}, **options)

    async def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> IntegrationSecret:
        """Replace the secret of an integration."""
        return await self._call("rotateIntegrationSecret", query={"integration_id": id}, **options)


class AsyncApps:
    """The methods of `ops.apps`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListAppsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[App, AppPage]:
        """List own apps."""
        given: ListAppsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> AppPage:
            bounded = cast(ListAppsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listApps", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["apps"],
            ("client_id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def create(self, body: NewApp, **options: Unpack[CallOptions]) -> AppSecret:
        """Register an app."""
        return await self._call("createApp", body=body, **options)

    async def update(self, id: str, body: Optional[AppChanges] = None, **options: Unpack[CallOptions]) -> App:
        """Change an app."""
        return await self._call("updateApp", query={"client_id": id}, body=body or {}, **options)

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedApp:
        """Delete an app."""
        return await self._call("deleteApp", query={"client_id": id}, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> App:
        """Read an app."""
        return await self._call("getApp", query={"client_id": id}, **options)

    async def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> AppSecret:
        """Replace the secret of an app."""
        return await self._call("rotateAppSecret", query={"client_id": id}, **options)

    async def submit(self, id: str, **options: Unpack[CallOptions]) -> App:
        """Submit an app for review."""
        return await self._call("submitApp", query={"client_id": id}, **options)


class AsyncKnowledge:
    """The methods of `ops.knowledge`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list_documents(self, query: Optional[ListDocumentsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[KnowledgeDocument, DocumentPage]:
        """List documents."""
        given: ListDocumentsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> DocumentPage:
            bounded = cast(ListDocumentsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listDocuments", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["documents"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def upload_document(self, body: NewDocument, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Upload a document."""
        return await self._call("uploadDocument", body=body, **options)

    async def replace_document(self, id: str, body: NewContent, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Replace a document."""
        return await self._call("replaceDocument", query={"document_id": id}, body=body, **options)

    async def delete_document(self, id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Delete a document."""
        return await self._call("deleteDocument", query={"document_id": id}, **options)

    async def reprocess_document(self, id: str, **options: Unpack[CallOptions]) -> KnowledgeDocument:
        """Process a document again."""
        return await self._call("reprocessDocument", query={"document_id": id}, **options)

    def list_collections(self, query: Optional[ListCollectionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[Collection, CollectionPage]:
        """List collections of documents."""
        given: ListCollectionsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> CollectionPage:
            bounded = cast(ListCollectionsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listCollections", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["collections"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def delete_collection(self, id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Delete an empty collection."""
        return await self._call("deleteCollection", query={"collection_id": id}, **options)

    async def get_language(self, **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Read the language that documents are searched in."""
        return await self._call("getKnowledgeLanguage", **options)

    async def update_language(self, body: NewLanguage, **options: Unpack[CallOptions]) -> KnowledgeLanguage:
        """Change the language that documents are searched in."""
        return await self._call("updateKnowledgeLanguage", body=body, **options)

    async def search(self, query: SearchKnowledgeQuery, **options: Unpack[CallOptions]) -> PassageList:
        """Search the knowledge base."""
        return await self._call("searchKnowledge", query=query, **options)


class AsyncBilling:
    """The methods of `ops.billing`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    async def get_usage(self, query: GetUsageQuery, **options: Unpack[CallOptions]) -> UsageReport:
        """Read the usage of a period."""
        return await self._call("getUsage", query=query, **options)


class AsyncRequests:
    """The methods of `ops.requests`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListRequestsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[LoggedRequest, RequestPage]:
        """List API requests."""
        given: ListRequestsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> RequestPage:
            bounded = cast(ListRequestsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listRequests", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["requests"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )


class AsyncSubmissions:
    """The methods of `ops.submissions`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListSubmissionsQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[FormSubmission, FormSubmissionPage]:
        """List form submissions."""
        given: ListSubmissionsQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> FormSubmissionPage:
            bounded = cast(ListSubmissionsQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listSubmissions", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["submissions"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def get(self, id: str, **options: Unpack[CallOptions]) -> FormSubmission:
        """Read a form submission."""
        return await self._call("getSubmission", query={"submission_id": id}, **options)

    async def export(self, id: str, **options: Unpack[CallOptions]) -> str:
        """Export the submissions of a form as CSV."""
        return await self._call("exportSubmissions", query={"form_id": id}, **options)


class AsyncProcedures:
    """The methods of `ops.procedures`."""

    def __init__(self, call: AsyncOperations) -> None:
        self._call = call

    def list(self, query: Optional[ListProceduresQuery] = None, **options: Unpack[CallOptions]) -> AsyncRecordList[CatalogueEntry, ProcedurePage]:
        """List procedures."""
        given: ListProceduresQuery = query or {}

        async def read(limit: Optional[int], offset: Optional[int]) -> ProcedurePage:
            bounded = cast(ListProceduresQuery, {**given, "limit": limit, "offset": offset})
            return await self._call("listProcedures", query=bounded, **options)

        return AsyncRecordList(
            lambda page: page["procedures"],
            ("id",),
            given.get("limit"),
            given.get("offset"),
            read,
        )

    async def review(self, id: str, body: Review, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Approve or reject a procedure."""
        return await self._call("reviewProcedure", query={"procedure_id": id}, body=body, **options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> CatalogueEntry:
        """Read a procedure."""
        return await self._call("getProcedure", query={"procedure_id": id}, **options)


class AsyncResources:
    """All objects of the client."""

    def __init__(self, call: AsyncOperations) -> None:
        self.tasks = AsyncTasks(call)
        self.sessions = AsyncSessions(call)
        self.users = AsyncUsers(call)
        self.skills = AsyncSkills(call)
        self.forms = AsyncForms(call)
        self.webhooks = AsyncWebhooks(call)
        self.keys = AsyncKeys(call)
        self.seats = AsyncSeats(call)
        self.integrations = AsyncIntegrations(call)
        self.apps = AsyncApps(call)
        self.knowledge = AsyncKnowledge(call)
        self.billing = AsyncBilling(call)
        self.requests = AsyncRequests(call)
        self.submissions = AsyncSubmissions(call)
        self.procedures = AsyncProcedures(call)
