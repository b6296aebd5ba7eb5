import { Connection, type ConnectionOptions } from './connection.ts';
import { TenantOpsError } from './errors.ts';
import { List } from './lists.ts';
import type {
  CatalogueEntry,
  Deactivation,
  DeletedForm,
  DeletedSession,
  Form,
  FormChanges,
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
  WebhookEvent,
} from './records.ts';
import { keyCredential, Transport, type CallOptions, type ConnectOptions } from './transport.ts';
import { verifyWebhook, type DeliveryHeaders, type VerifyOptions } from './webhooks.ts';

export type ClientOptions = ConnectOptions &
  ({ apiKey: string; oauth?: undefined } | { oauth: ConnectionOptions; apiKey?: undefined });

/** A client of the service. All calls act on the account of its key or connection. */
export class TenantOps {
  readonly #transport: Transport;

  constructor({ apiKey, oauth, ...options }: ClientOptions) {
    this.#transport = new Transport(options, oauth ? new Connection(oauth) : keyCredential(apiKey));
  }

  /** Calls any operation by its operation id in the OpenAPI document. */
  call<Name extends keyof Operations>(
    name: Name,
    input: Operations[Name]['input'],
    options?: CallOptions,
  ): Promise<Operations[Name]['answer']> {
    return this.#transport.call(name, input, options);
  }

  /** Returns the owner of this key or token, and its scopes. */
  whoami(options?: CallOptions): Promise<Identity> {
    return this.call('getIdentity', {}, options);
  }

  readonly tasks = {
    create: (task: NewTask, options?: CallOptions): Promise<Task> =>
      this.call('createTask', { body: task }, options),
    list: (
      filter: Omit<ListTasksQuery, 'task_id'> = {},
      options?: CallOptions,
    ): List<'tasks', Task, TaskPage> =>
      new List('tasks', filter, async (bounds) =>
        pageOf(await this.call('listTasks', { query: { ...filter, ...bounds } }, options)),
      ),
    get: async (id: string, options?: CallOptions): Promise<Task> =>
      recordOf(await this.call('listTasks', { query: { task_id: id } }, options)),
    update: (id: string, changes: TaskChanges, options?: CallOptions): Promise<Task> =>
      this.call('updateTask', { query: { task_id: id }, body: changes }, options),
  };

  readonly sessions = {
    list: (
      filter: Omit<ListSessionsQuery, 'session_id'> = {},
      options?: CallOptions,
    ): List<'sessions', Session, SessionPage> =>
      new List('sessions', filter, async (bounds) =>
        pageOf(await this.call('listSessions', { query: { ...filter, ...bounds } }, options)),
      ),
    get: async (id: string, options?: CallOptions): Promise<Session> =>
      recordOf(await this.call('listSessions', { query: { session_id: id } }, options)),
    update: (id: string, changes: SessionChanges, options?: CallOptions): Promise<Session> =>
      this.call('updateSession', { query: { session_id: id }, body: changes }, options),
    delete: (id: string, options?: CallOptions): Promise<DeletedSession> =>
      this.call('deleteSession', { query: { session_id: id } }, options),
    /** Reads the state of a deleted session in the training app. */
    deletion: (id: string, options?: CallOptions): Promise<SessionDeletion> =>
      this.call('getDeletion', { query: { session_id: id } }, options),
  };

  readonly users = {
    invite: (invitee: Invitee, options?: CallOptions): Promise<Invited> =>
      this.call('inviteUser', { body: invitee }, options),
    /** Invites a member, or an admin with `access: 'admin'`. */
    inviteMember: (invitation: NewInvitation, options?: CallOptions): Promise<Invited> =>
      this.call('createInvitation', { body: invitation }, options),
    deactivate: (id: string, deactivation: Deactivation = {}, options?: CallOptions): Promise<User> =>
      this.call('deactivateUser', { query: { user_id: id }, body: deactivation }, options),
    reactivate: (id: string, options?: CallOptions): Promise<User> =>
      this.call('reactivateUser', { query: { user_id: id } }, options),
    list: (
      filter: Omit<ListUsersQuery, 'user_id'> = {},
      options?: CallOptions,
    ): List<'users', User, UserPage> =>
      new List('users', filter, async (bounds) =>
        pageOf(await this.call('listUsers', { query: { ...filter, ...bounds } }, options)),
      ),
    get: async (id: string, options?: CallOptions): Promise<User> =>
      recordOf(await this.call('listUsers', { query: { user_id: id } }, options)),
  };

  readonly skills = {
    execute: (execution: SkillExecution, options?: CallOptions): Promise<SkillOutput> =>
      this.call('executeSkill', { body: execution }, options),
  };

  readonly forms = {
    /** Lists the forms of the account. With `library: true`, lists the forms of the platform library. */
    list: (filter: Omit<ListFormsQuery, 'id'> = {}, options?: CallOptions): List<'forms', Form, FormPage> =>
      new List('forms', filter, async (bounds) =>
        pageOf(await this.call('listForms', { query: { ...filter, ...bounds } }, options)),
      ),
    get: async (id: string, options?: CallOptions): Promise<Form> =>
      recordOf(await this.call('listForms', { query: { id } }, options)),
    create: (form: NewForm, options?: CallOptions): Promise<Form> =>
      this.call('createForm', { body: form }, options),
    import: (template_id: string, options?: CallOptions): Promise<Form> =>
      this.call('createForm', { body: { action: 'import', template_id } }, options),
    update: (id: string, changes: FormChanges, options?: CallOptions): Promise<Form> =>
      this.call('updateForm', { query: { id }, body: changes }, options),
    delete: (id: string, options?: CallOptions): Promise<DeletedForm> =>
      this.call('deleteForm', { query: { id } }, options),
  };

  readonly submissions = {
    list: (
      filter: ListSubmissionsQuery = {},
      options?: CallOptions,
    ): List<'submissions', FormSubmission, FormSubmissionPage> =>
      new List('submissions', filter, (bounds) =>
        this.call('listSubmissions', { query: { ...filter, ...bounds } }, options),
      ),
    get: (id: string, options?: CallOptions): Promise<FormSubmission> =>
      this.call('getSubmission', { query: { submission_id: id } }, options),
    /** Exports the submissions of a form as CSV text. */
    export: (form_id: string, options?: CallOptions): Promise<string> =>
      this.call('exportSubmissions', { query: { form_id } }, options),
  };

  readonly procedures = {
    list: (
      filter: ListProceduresQuery = {},
      options?: CallOptions,
    ): List<'procedures', CatalogueEntry, ProcedurePage> =>
      new List('procedures', filter, (bounds) =>
        this.call('listProcedures', { query: { ...filter, ...bounds } }, options),
      ),
    get: (id: string, options?: CallOptions): Promise<CatalogueEntry> =>
      this.call('getProcedure', { query: { procedure_id: id } }, options),
    review: (id: string, review: Review, options?: CallOptions): Promise<CatalogueEntry> =>
      this.call('reviewProcedure', { query: { procedure_id: id }, body: review }, options),
  };

  readonly webhooks = {
    subscribe: (endpoint: NewWebhook, options?: CallOptions): Promise<SubscribedWebhook> =>
      this.call('subscribeWebhook', { body: endpoint }, options),
    check: (id: string, options?: CallOptions): Promise<FoundWebhook | MissingWebhook> =>
      this.call('checkWebhook', { query: { endpoint_id: id } }, options),
    unsubscribe: (id: string, options?: CallOptions): Promise<UnsubscribedWebhook> =>
      this.call('unsubscribeWebhook', { query: { endpoint_id: id } }, options),
    verify: (
      payload: string | Uint8Array,
      headers: DeliveryHeaders,
      secret: string | readonly string[],
      options?: VerifyOptions,
    ): Promise<WebhookEvent> => verifyWebhook(payload, headers, secret, options),
  };
}

type PageEnds = { limit: number; offset: number };

/** Asserts that the answer is a page. The path returns a single record if the request contains its id. */
function pageOf<Answer extends object>(answer: Answer): Extract<Answer, PageEnds> {
  if (isPage(answer)) return answer;
  throw new TenantOpsError('The service answered with one record in place of a page');
}

function recordOf<Answer extends object>(answer: Answer): Exclude<Answer, PageEnds> {
  if (isRecord(answer)) return answer;
  throw new TenantOpsError('The service answered with a page in place of one record');
}

function isPage<Answer extends object>(answer: Answer): answer is Extract<Answer, PageEnds> {
  return 'limit' in answer;
}

function isRecord<Answer extends object>(answer: Answer): answer is Exclude<Answer, PageEnds> {
  return !isPage(answer);
}
