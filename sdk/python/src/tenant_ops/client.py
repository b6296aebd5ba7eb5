from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Optional, Sequence, TypeVar, Union, cast, overload

from .connection import Connection
from .errors import TenantOpsError
from .lists import RecordList
from .records import (
    CatalogueEntry,
    Deactivation,
    DeletedForm,
    DeletedSession,
    Form,
    FormChanges,
    FormImport,
    FormPage,
    FormSubmission,
    FormSubmissionPage,
    FoundWebhook,
    Identity,
    Invited,
    Invitee,
    ListFormsQuery,
    ListProceduresQuery,
    ListSessionsQuery,
    ListSubmissionsQuery,
    ListTasksQuery,
    ListUsersQuery,
    MissingWebhook,
    NewForm,
    NewInvitation,
    NewTask,
    NewWebhook,
    Operations,
    ProcedurePage,
    Review,
    Session,
    SessionChanges,
    SessionDeletion,
    SessionPage,
    SkillExecution,
    SkillOutput,
    SubscribedWebhook,
    Task,
    TaskChanges,
    TaskPage,
    UnsubscribedWebhook,
    User,
    UserPage,
)
from .retries import RETRY_DELAYS_SECONDS
from .transport import TIMEOUT_SECONDS, Credential, KeyCredential, Transport
from .webhooks import verify

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions

Query = TypeVar(
    "Query",
    ListFormsQuery,
    ListProceduresQuery,
    ListSessionsQuery,
    ListSubmissionsQuery,
    ListTasksQuery,
    ListUsersQuery,
)


class TenantOps:
    """A client of the service. All calls act on the account of its key or connection."""

    call: Operations
    """Calls any operation by its operation id in the OpenAPI document."""

    @overload
    def __init__(
        self,
        base_url: str,
        *,
        api_key: str,
        timeout_seconds: float = ...,
        retry_delays_seconds: Sequence[float] = ...,
    ) -> None: ...

    @overload
    def __init__(
        self,
        base_url: str,
        *,
        oauth: Connection,
        timeout_seconds: float = ...,
        retry_delays_seconds: Sequence[float] = ...,
    ) -> None: ...

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        oauth: Optional[Connection] = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        retry_delays_seconds: Sequence[float] = RETRY_DELAYS_SECONDS,
    ) -> None:
        """`base_url` is the address of the service, such as `https://ops.example.com/v1/`.
        `timeout_seconds` is the timeout of one attempt. `retry_delays_seconds` are the delays
        before the retries; `()` disables retries.
        """
        credential = _credential_of(api_key, oauth)
        transport = Transport(base_url, credential, timeout_seconds, retry_delays_seconds)
        self.call = transport.call
        self.tasks = Tasks(self.call)
        self.sessions = Sessions(self.call)
        self.users = Users(self.call)
        self.skills = Skills(self.call)
        self.forms = Forms(self.call)
        self.submissions = Submissions(self.call)
        self.procedures = Procedures(self.call)
        self.webhooks = Webhooks(self.call)

    def whoami(self, **options: Unpack[CallOptions]) -> Identity:
        """Returns the owner of this key or token, and its scopes."""
        return self.call("getIdentity", **options)


def _credential_of(api_key: Optional[str], oauth: Optional[Connection]) -> Credential:
    if api_key is not None and oauth is None:
        return KeyCredential(api_key)
    if oauth is not None and api_key is None:
        return oauth
    raise ValueError("api_key or oauth: one of them is needed")


class Tasks:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def create(self, task: NewTask, **options: Unpack[CallOptions]) -> Task:
        return self._call("createTask", body=task, **options)

    def list(
        self, filter: Optional[ListTasksQuery] = None, **options: Unpack[CallOptions]
    ) -> RecordList[Task, TaskPage]:
        query = filter or {}

        def read(limit: Optional[int], offset: Optional[int]) -> TaskPage:
            answer = self._call("listTasks", query=_bounded(query, limit, offset), **options)
            return cast(TaskPage, _page_of("tasks", answer))

        return RecordList(lambda page: page["tasks"], query.get("limit"), query.get("offset"), read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Task:
        answer = self._call("listTasks", query={"task_id": id}, **options)
        return cast(Task, _record_of("tasks", answer))

    def update(self, id: str, changes: TaskChanges, **options: Unpack[CallOptions]) -> Task:
        return self._call("updateTask", query={"task_id": id}, body=changes, **options)


class Sessions:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(
        self, filter: Optional[ListSessionsQuery] = None, **options: Unpack[CallOptions]
    ) -> RecordList[Session, SessionPage]:
        query = filter or {}

        def read(limit: Optional[int], offset: Optional[int]) -> SessionPage:
            answer = self._call("listSessions", query=_bounded(query, limit, offset), **options)
            return cast(SessionPage, _page_of("sessions", answer))

        return RecordList(lambda page: page["sessions"], query.get("limit"), query.get("offset"), read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Session:
        answer = self._call("listSessions", query={"session_id": id}, **options)
        return cast(Session, _record_of("sessions", answer))

    def update(self, id: str, changes: SessionChanges, **options: Unpack[CallOptions]) -> Session:
        return self._call("updateSession", query={"session_id": id}, body=changes, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedSession:
        return self._call("deleteSession", query={"session_id": id}, **options)

    def deletion(self, id: str, **options: Unpack[CallOptions]) -> SessionDeletion:
        """Reads the state of a deleted session in the training app."""
        return self._call("getDeletion", query={"session_id": id}, **options)


class Users:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def invite(self, invitee: Invitee, **options: Unpack[CallOptions]) -> Invited:
        return self._call("inviteUser", body=invitee, **options)

    def invite_member(self, invitation: NewInvitation, **options: Unpack[CallOptions]) -> Invited:
        """Invites a member, or an admin with `{"access": "admin"}`."""
        return self._call("createInvitation", body=invitation, **options)

    def deactivate(
        self, id: str, deactivation: Optional[Deactivation] = None, **options: Unpack[CallOptions]
    ) -> User:
        return self._call(
            "deactivateUser", query={"user_id": id}, body=deactivation or {}, **options
        )

    def reactivate(self, id: str, **options: Unpack[CallOptions]) -> User:
        return self._call("reactivateUser", query={"user_id": id}, **options)

    def list(
        self, filter: Optional[ListUsersQuery] = None, **options: Unpack[CallOptions]
    ) -> RecordList[User, UserPage]:
        query = filter or {}

        def read(limit: Optional[int], offset: Optional[int]) -> UserPage:
            answer = self._call("listUsers", query=_bounded(query, limit, offset), **options)
            return cast(UserPage, _page_of("users", answer))

        return RecordList(lambda page: page["users"], query.get("limit"), query.get("offset"), read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> User:
        answer = self._call("listUsers", query={"user_id": id}, **options)
        return cast(User, _record_of("users", answer))


class Skills:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def execute(self, execution: SkillExecution, **options: Unpack[CallOptions]) -> SkillOutput:
        return self._call("executeSkill", body=execution, **options)


class Forms:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(
        self, filter: Optional[ListFormsQuery] = None, **options: Unpack[CallOptions]
    ) -> RecordList[Form, FormPage]:
        """Lists the forms of the account. With `{"library": True}`, lists the forms of the platform library."""
        query = filter or {}

        def read(limit: Optional[int], offset: Optional[int]) -> FormPage:
            answer = self._call("listForms", query=_bounded(query, limit, offset), **options)
            return cast(FormPage, _page_of("forms", answer))

        return RecordList(lambda page: page["forms"], query.get("limit"), query.get("offset"), read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Form:
        return cast(Form, _record_of("forms", self._call("listForms", query={"id": id}, **options)))

    def create(self, form: NewForm, **options: Unpack[CallOptions]) -> Form:
        return self._call("createForm", body=form, **options)

    def import_(self, template_id: str, **options: Unpack[CallOptions]) -> Form:
        body: FormImport = {"action": "import", "template_id": template_id}
        return self._call("createForm", body=body, **options)

    def update(self, id: str, changes: FormChanges, **options: Unpack[CallOptions]) -> Form:
        return self._call("updateForm", query={"id": id}, body=changes, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> DeletedForm:
        return self._call("deleteForm", query={"id": id}, **options)


class Submissions:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(
        self, filter: Optional[ListSubmissionsQuery] = None, **options: Unpack[CallOptions]
    ) -> RecordList[FormSubmission, FormSubmissionPage]:
        query = filter or {}

        def read(limit: Optional[int], offset: Optional[int]) -> FormSubmissionPage:
            return self._call("listSubmissions", query=_bounded(query, limit, offset), **options)

        return RecordList(lambda page: page["submissions"], query.get("limit"), query.get("offset"), read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> FormSubmission:
        return self._call("getSubmission", query={"submission_id": id}, **options)

    def export(self, form_id: str, **options: Unpack[CallOptions]) -> str:
        """Exports the submissions of a form as CSV text."""
        return self._call("exportSubmissions", query={"form_id": form_id}, **options)


class Procedures:
    def __init__(self, call: Operations) -> None:
        self._call = call

    def list(
        self, filter: Optional[ListProceduresQuery] = None, **options: Unpack[CallOptions]
    ) -> RecordList[CatalogueEntry, ProcedurePage]:
        query = filter or {}

        def read(limit: Optional[int], offset: Optional[int]) -> ProcedurePage:
            return self._call("listProcedures", query=_bounded(query, limit, offset), **options)

        return RecordList(lambda page: page["procedures"], query.get("limit"), query.get("offset"), read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> CatalogueEntry:
        return self._call("getProcedure", query={"procedure_id": id}, **options)

    def review(self, id: str, review: Review, **options: Unpack[CallOptions]) -> CatalogueEntry:
        return self._call("reviewProcedure", query={"procedure_id": id}, body=review, **options)


class Webhooks:
    verify = staticmethod(verify)

    def __init__(self, call: Operations) -> None:
        self._call = call

    def subscribe(self, endpoint: NewWebhook, **options: Unpack[CallOptions]) -> SubscribedWebhook:
        return self._call("subscribeWebhook", body=endpoint, **options)

    def check(
        self, id: str, **options: Unpack[CallOptions]
    ) -> Union[FoundWebhook, MissingWebhook]:
        return self._call("checkWebhook", query={"endpoint_id": id}, **options)

    def unsubscribe(self, id: str, **options: Unpack[CallOptions]) -> UnsubscribedWebhook:
        return self._call("unsubscribeWebhook", query={"endpoint_id": id}, **options)


def _bounded(query: Query, limit: Optional[int], offset: Optional[int]) -> Query:
    return cast(Query, {**query, "limit": limit, "offset": offset})


def _page_of(name: str, answer: Mapping[str, object]) -> Mapping[str, object]:
    """Asserts that the answer is a page. The path returns a single record if the request contains its id."""
    if name in answer:
        return answer
    raise TenantOpsError(f"The service answered with one record in place of a page of {name}")


def _record_of(name: str, answer: Mapping[str, object]) -> Mapping[str, object]:
    if name not in answer:
        return answer
    raise TenantOpsError(f"The service answered with a page of {name} in place of one record")
