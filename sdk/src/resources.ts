/* Written by `npm run sdk-records` from the OpenAPI document. */

import type { Answer } from './answer.ts';
import { List, pageOf, recordOf } from './lists.ts';
import type {
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
} from './records.ts';
import type { CallOptions } from './transport.ts';

type Call = <Name extends keyof Operations>(
  name: Name,
  input: Operations[Name]['input'],
  options?: CallOptions,
) => Answer<Operations[Name]['answer']>;

/** The methods of `ops.tasks`. */
export class Tasks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List tasks. */
  list(query: Omit<ListTasksQuery, 'task_id'> = {}, options?: CallOptions): List<'tasks', Task, TaskPage> {
    return new List('tasks', ['id'], query, (bounds) =>
      this.#call('listTasks', { query: { ...query, ...bounds } }, options).convert(pageOf),
    );
  }

  /** Get one task. */
  get(id: string, options?: CallOptions): Answer<Task> {
    return this.#call('listTasks', { query: { task_id: id } }, options).convert(recordOf);
  }

  /** Create a task. */
  create(body: NewTask, options?: CallOptions): Answer<Task> {
    return this.#call('createTask', { body }, options);
  }

  /** Change a task. */
  update(id: string, body: TaskChanges = {}, options?: CallOptions): Answer<Task> {
    return this.#call('updateTask', { query: { task_id: id }, body }, options);
  }
}

/** The methods of `ops.sessions`. */
export class Sessions {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List sessions. */
  list(query: Omit<ListSessionsQuery, 'session_id'> = {}, options?: CallOptions): List<'sessions', Session, SessionPage> {
    return new List('sessions', ['id'], query, (bounds) =>
      this.#call('listSessions', { query: { ...query, ...bounds } }, options).convert(pageOf),
    );
  }

  /** Get one session. */
  get(id: string, options?: CallOptions): Answer<Session> {
    return this.#call('listSessions', { query: { session_id: id } }, options).convert(recordOf);
  }

  /** Change a session. */
  update(id: string, body: SessionChanges = {}, options?: CallOptions): Answer<Session> {
    return this.#call('updateSession', { query: { session_id: id }, body }, options);
  }

  /** Delete a session. */
  delete(id: string, options?: CallOptions): Answer<DeletedSession> {
    return this.#call('deleteSession', { query: { session_id: id } }, options);
  }

  /** List deletions of sessions. */
  listDeletions(query: ListDeletionsQuery = {}, options?: CallOptions): List<'deletions', SessionDeletion, SessionDeletionPage> {
    return new List('deletions', ['session_id'], query, (bounds) =>
      this.#call('listDeletions', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Read the state of a deletion. */
  deletion(id: string, options?: CallOptions): Answer<SessionDeletion> {
    return this.#call('getDeletion', { query: { session_id: id } }, options);
  }
}

/** The methods of `ops.users`. */
export class Users {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List users. */
  list(query: Omit<ListUsersQuery, 'user_id'> = {}, options?: CallOptions): List<'users', User, UserPage> {
    return new List('users', ['id'], query, (bounds) =>
      this.#call('listUsers', { query: { ...query, ...bounds } }, options).convert(pageOf),
    );
  }

  /** Get one user. */
  get(id: string, options?: CallOptions): Answer<User> {
    return this.#call('listUsers', { query: { user_id: id } }, options).convert(recordOf);
  }

  /** Invite a user. */
  invite(body: Invitee, options?: CallOptions): Answer<Invited> {
    return this.#call('inviteUser', { body }, options);
  }

  /** Invite a member or an admin. */
  inviteMember(body: NewInvitation, options?: CallOptions): Answer<Invited> {
    return this.#call('createInvitation', { body }, options);
  }

  /** Deactivate a user. */
  deactivate(id: string, body: Deactivation = {}, options?: CallOptions): Answer<User> {
    return this.#call('deactivateUser', { query: { user_id: id }, body }, options);
  }

  /** Reactivate a user. */
  reactivate(id: string, options?: CallOptions): Answer<User> {
    return this.#call('reactivateUser', { query: { user_id: id } }, options);
  }
}

/** The methods of `ops.skills`. */
export class Skills {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Execute a skill. */
  execute(body: SkillExecution, options?: CallOptions): Answer<SkillOutput> {
    return this.#call('executeSkill', { body }, options);
  }

  /** List the skills that the account may execute. */
  list(query: ListSkillsQuery = {}, options?: CallOptions): List<'skills', Skill, SkillPage> {
    return new List('skills', ['id'], query, (bounds) =>
      this.#call('listSkills', { query: { ...query, ...bounds } }, options),
    );
  }
}

/** The methods of `ops.forms`. */
export class Forms {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List forms, or browse the library. */
  list(query: Omit<ListFormsQuery, 'id'> = {}, options?: CallOptions): List<'forms', Form, FormPage> {
    return new List('forms', ['id'], query, (bounds) =>
      this.#call('listForms', { query: { ...query, ...bounds } }, options).convert(pageOf),
    );
  }

  /** Get one form. */
  get(id: string, options?: CallOptions): Answer<Form> {
    return this.#call('listForms', { query: { id } }, options).convert(recordOf);
  }

  /** Create a form, or import one from the library. */
  create(body: NewForm, options?: CallOptions): Answer<Form> {
    return this.#call('createForm', { body }, options);
  }

  /** Copy a form of the library. */
  import(template_id: string, options?: CallOptions): Answer<Form> {
    return this.#call('createForm', { body: { action: 'import', template_id } }, options);
  }

  /** Change a form. */
  update(id: string, body: FormChanges = {}, options?: CallOptions): Answer<Form> {
    return this.#call('updateForm', { query: { id }, body }, options);
  }

  /** Delete a form. */
  delete(id: string, options?: CallOptions): Answer<DeletedForm> {
    return this.#call('deleteForm', { query: { id } }, options);
  }
}

/** The methods of `ops.webhooks`. */
export class Webhooks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Check an endpoint. */
  check(id: string, options?: CallOptions): Answer<FoundWebhook | MissingWebhook> {
    return this.#call('checkWebhook', { query: { endpoint_id: id } }, options);
  }

  /** Subscribe an endpoint to events. */
  subscribe(body: NewWebhook, options?: CallOptions): Answer<SubscribedWebhook> {
    return this.#call('subscribeWebhook', { body }, options);
  }

  /** Unsubscribe an endpoint. */
  unsubscribe(id: string, options?: CallOptions): Answer<UnsubscribedWebhook> {
    return this.#call('unsubscribeWebhook', { query: { endpoint_id: id } }, options);
  }

  /** List endpoints. */
  list(query: ListWebhooksQuery = {}, options?: CallOptions): List<'endpoints', Webhook, WebhookPage> {
    return new List('endpoints', ['id'], query, (bounds) =>
      this.#call('listWebhooks', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Change an endpoint. */
  update(id: string, body: WebhookChanges = {}, options?: CallOptions): Answer<Webhook> {
    return this.#call('updateWebhook', { query: { endpoint_id: id }, body }, options);
  }

  /** Read an endpoint. */
  get(id: string, options?: CallOptions): Answer<Webhook> {
    return this.#call('getWebhook', { query: { endpoint_id: id } }, options);
  }

  /** Replace the signing secret of an endpoint. */
  rotateSecret(id: string, body: WebhookRotation = {}, options?: CallOptions): Answer<RotatedWebhookSecret> {
    return this.#call('rotateWebhookSecret', { query: { endpoint_id: id }, body }, options);
  }

  /** Cancel a scheduled signing secret. */
  cancelRotation(id: string, options?: CallOptions): Answer<Webhook> {
    return this.#call('cancelWebhookRotation', { query: { endpoint_id: id } }, options);
  }

  /** Use a scheduled signing secret now. */
  switchSecret(id: string, options?: CallOptions): Answer<Webhook> {
    return this.#call('switchWebhookSecret', { query: { endpoint_id: id } }, options);
  }

  /** Pause an endpoint. */
  pause(id: string, options?: CallOptions): Answer<Webhook> {
    return this.#call('pauseWebhook', { query: { endpoint_id: id } }, options);
  }

  /** Resume an endpoint. */
  resume(id: string, options?: CallOptions): Answer<Webhook> {
    return this.#call('resumeWebhook', { query: { endpoint_id: id } }, options);
  }

  /** Set the failure count of an endpoint to zero. */
  resetFailures(id: string, options?: CallOptions): Answer<Webhook> {
    return this.#call('resetWebhookFailures', { query: { endpoint_id: id } }, options);
  }

  /** Read the delivery results of the last week. */
  listHealth(options?: CallOptions): Answer<WebhookHealthList> {
    return this.#call('listWebhookHealth', {}, options);
  }

  /** Send a test event to an endpoint. */
  sendTestEvent(id: string, body: TestEvent = {}, options?: CallOptions): Answer<SentTestEvent> {
    return this.#call('sendTestEvent', { query: { endpoint_id: id }, body }, options);
  }

  /** List deliveries. */
  listDeliveries(query: ListDeliveriesQuery = {}, options?: CallOptions): List<'deliveries', Delivery, DeliveryPage> {
    return new List('deliveries', ['event_id', 'endpoint_id'], query, (bounds) =>
      this.#call('listDeliveries', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Read a delivery and its attempts. */
  getDelivery(query: GetDeliveryQuery, options?: CallOptions): Answer<DeliveryDetail> {
    return this.#call('getDelivery', { query }, options);
  }

  /** Retry a delivery. */
  retryDelivery(query: RetryDeliveryQuery, options?: CallOptions): Answer<QueuedDelivery> {
    return this.#call('retryDelivery', { query }, options);
  }

  /** Read the progress of a retry. */
  getRetry(id: string, options?: CallOptions): Answer<Retry> {
    return this.#call('getRetry', { query: { retry_id: id } }, options);
  }

  /** Retry all deliveries that failed since a time. */
  retryDeliveries(body: NewRetry, options?: CallOptions): Answer<Retry> {
    return this.#call('retryDeliveries', { body }, options);
  }

  /** Receive events without a public address. */
  listenEvents(query: ListenEventsQuery = {}, options?: CallOptions): Answer<ListenedEvents> {
    return this.#call('listenEvents', { query }, options);
  }

  /** Read the signing secret of events received without an address. */
  getEventSecret(options?: CallOptions): Answer<WebhookSecret> {
    return this.#call('getEventSecret', {}, options);
  }
}

/** The methods of `ops.keys`. */
export class Keys {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List keys. */
  list(query: ListKeysQuery = {}, options?: CallOptions): List<'keys', Key, KeyPage> {
    return new List('keys', ['id'], query, (bounds) =>
      this.#call('listKeys', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Create a key. */
  create(body: NewKey, options?: CallOptions): Answer<CreatedKey> {
    return this.#call('createKey', { body }, options);
  }

  /** Change the expiry and the allowed networks of a key. */
  update(id: string, body: KeyChanges = {}, options?: CallOptions): Answer<Key> {
    return this.#call('updateKey', { query: { key_id: id }, body }, options);
  }

  /** Revoke a key. */
  revoke(id: string, options?: CallOptions): Answer<RevokedKey> {
    return this.#call('revokeKey', { query: { key_id: id } }, options);
  }

  /** Replace a key by a new one. */
  roll(id: string, options?: CallOptions): Answer<CreatedKey> {
    return this.#call('rollKey', { query: { key_id: id } }, options);
  }
}

/** The methods of `ops.seats`. */
export class Seats {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List seats. */
  list(query: ListSeatsQuery = {}, options?: CallOptions): List<'seats', Seat, SeatPage> {
    return new List('seats', ['id'], query, (bounds) =>
      this.#call('listSeats', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Create a seat. */
  create(body: NewSeat, options?: CallOptions): Answer<CreatedSeat> {
    return this.#call('createSeat', { body }, options);
  }

  /** Change, assign or release a seat. */
  update(id: string, body: SeatChanges = {}, options?: CallOptions): Answer<ChangedSeat> {
    return this.#call('updateSeat', { query: { seat_id: id }, body }, options);
  }

  /** Read a seat. */
  get(id: string, options?: CallOptions): Answer<Seat> {
    return this.#call('getSeat', { query: { seat_id: id } }, options);
  }

  /** Unpair the glasses of a seat. */
  revokeDevice(id: string, options?: CallOptions): Answer<ChangedSeat> {
    return this.#call('revokeDevice', { query: { seat_id: id } }, options);
  }

  /** Start pairing the glasses of a seat. */
  startPairing(id: string, options?: CallOptions): Answer<PairingCode> {
    return this.#call('startPairing', { query: { seat_id: id } }, options);
  }
}

/** The methods of `ops.integrations`. */
export class Integrations {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List integrations. */
  list(query: ListIntegrationsQuery = {}, options?: CallOptions): List<'integrations', Integration, IntegrationPage> {
    return new List('integrations', ['id'], query, (bounds) =>
      this.#call('listIntegrations', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Create an integration. */
  create(body: NewIntegration, options?: CallOptions): Answer<CreatedIntegration> {
    return this.#call('createIntegration', { body }, options);
  }

  /** Revoke an integration. */
  revoke(id: string, options?: CallOptions): Answer<RevokedIntegration> {
    return this.#call('revokeIntegration', { query: { integration_id: id } }, options);
  }

  /** Replace the secret of an integration. */
  rotateSecret(id: string, options?: CallOptions): Answer<IntegrationSecret> {
    return this.#call('rotateIntegrationSecret', { query: { integration_id: id } }, options);
  }
}

/** The methods of `ops.apps`. */
export class Apps {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List own apps. */
  list(query: ListAppsQuery = {}, options?: CallOptions): List<'apps', App, AppPage> {
    return new List('apps', ['client_id'], query, (bounds) =>
      this.#call('listApps', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Register an app. */
  create(body: NewApp, options?: CallOptions): Answer<AppSecret> {
    return this.#call('createApp', { body }, options);
  }

  /** Change an app. */
  update(id: string, body: AppChanges = {}, options?: CallOptions): Answer<App> {
    return this.#call('updateApp', { query: { client_id: id }, body }, options);
  }

  /** Delete an app. */
  delete(id: string, options?: CallOptions): Answer<DeletedApp> {
    return this.#call('deleteApp', { query: { client_id: id } }, options);
  }

  /** Read an app. */
  get(id: string, options?: CallOptions): Answer<App> {
    return this.#call('getApp', { query: { client_id: id } }, options);
  }

  /** Replace the secret of an app. */
  rotateSecret(id: string, options?: CallOptions): Answer<AppSecret> {
    return this.#call('rotateAppSecret', { query: { client_id: id } }, options);
  }

  /** Submit an app for review. */
  submit(id: string, options?: CallOptions): Answer<App> {
    return this.#call('submitApp', { query: { client_id: id } }, options);
  }
}

/** The methods of `ops.knowledge`. */
export class Knowledge {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List documents. */
  listDocuments(query: ListDocumentsQuery = {}, options?: CallOptions): List<'documents', KnowledgeDocument, DocumentPage> {
    return new List('documents', ['id'], query, (bounds) =>
      this.#call('listDocuments', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Upload a document. */
  uploadDocument(body: NewDocument, options?: CallOptions): Answer<KnowledgeDocument> {
    return this.#call('uploadDocument', { body }, options);
  }

  /** Replace a document. */
  replaceDocument(id: string, body: NewContent, options?: CallOptions): Answer<KnowledgeDocument> {
    return this.#call('replaceDocument', { query: { document_id: id }, body }, options);
  }

  /** Delete a document. */
  deleteDocument(id: string, options?: CallOptions): Answer<Deleted> {
    return this.#call('deleteDocument', { query: { document_id: id } }, options);
  }

  /** Process a document again. */
  reprocessDocument(id: string, options?: CallOptions): Answer<KnowledgeDocument> {
    return this.#call('reprocessDocument', { query: { document_id: id } }, options);
  }

  /** List collections of documents. */
  listCollections(query: ListCollectionsQuery = {}, options?: CallOptions): List<'collections', Collection, CollectionPage> {
    return new List('collections', ['id'], query, (bounds) =>
      this.#call('listCollections', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Delete an empty collection. */
  deleteCollection(id: string, options?: CallOptions): Answer<Deleted> {
    return this.#call('deleteCollection', { query: { collection_id: id } }, options);
  }

  /** Read the language that documents are searched in. */
  getLanguage(options?: CallOptions): Answer<KnowledgeLanguage> {
    return this.#call('getKnowledgeLanguage', {}, options);
  }

  /** Change the language that documents are searched in. */
  updateLanguage(body: NewLanguage, options?: CallOptions): Answer<KnowledgeLanguage> {
    return this.#call('updateKnowledgeLanguage', { body }, options);
  }

  /** Search the knowledge base. */
  search(query: SearchKnowledgeQuery, options?: CallOptions): Answer<PassageList> {
    return this.#call('searchKnowledge', { query }, options);
  }
}

/** The methods of `ops.billing`. */
export class Billing {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Read the usage of a period. */
  getUsage(query: GetUsageQuery, options?: CallOptions): Answer<UsageReport> {
    return this.#call('getUsage', { query }, options);
  }
}

/** The methods of `ops.requests`. */
export class Requests {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List API requests. */
  list(query: ListRequestsQuery = {}, options?: CallOptions): List<'requests', LoggedRequest, RequestPage> {
    return new List('requests', ['id'], query, (bounds) =>
      this.#call('listRequests', { query: { ...query, ...bounds } }, options),
    );
  }
}

/** The methods of `ops.submissions`. */
export class Submissions {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List form submissions. */
  list(query: ListSubmissionsQuery = {}, options?: CallOptions): List<'submissions', FormSubmission, FormSubmissionPage> {
    return new List('submissions', ['id'], query, (bounds) =>
      this.#call('listSubmissions', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Read a form submission. */
  get(id: string, options?: CallOptions): Answer<FormSubmission> {
    return this.#call('getSubmission', { query: { submission_id: id } }, options);
  }

  /** Export the submissions of a form as CSV. */
  export(id: string, options?: CallOptions): Answer<string> {
    return this.#call('exportSubmissions', { query: { form_id: id } }, options);
  }
}

/** The methods of `ops.procedures`. */
export class Procedures {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** List procedures. */
  list(query: ListProceduresQuery = {}, options?: CallOptions): List<'procedures', CatalogueEntry, ProcedurePage> {
    return new List('procedures', ['id'], query, (bounds) =>
      this.#call('listProcedures', { query: { ...query, ...bounds } }, options),
    );
  }

  /** Approve or reject a procedure. */
  review(id: string, body: Review, options?: CallOptions): Answer<CatalogueEntry> {
    return this.#call('reviewProcedure', { query: { procedure_id: id }, body }, options);
  }

  /** Read a procedure. */
  get(id: string, options?: CallOptions): Answer<CatalogueEntry> {
    return this.#call('getProcedure', { query: { procedure_id: id } }, options);
  }
}

/** All objects of the client. */
export class Resources {
  readonly tasks: Tasks;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly skills: Skills;
  readonly forms: Forms;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly seats: Seats;
  readonly integrations: Integrations;
  readonly apps: Apps;
  readonly knowledge: Knowledge;
  readonly billing: Billing;
  readonly requests: Requests;
  readonly submissions: Submissions;
  readonly procedures: Procedures;

  constructor(call: Call) {
    this.tasks = new Tasks(call);
    this.sessions = new Sessions(call);
    this.users = new Users(call);
    this.skills = new Skills(call);
    this.forms = new Forms(call);
    this.webhooks = new Webhooks(call);
    this.keys = new Keys(call);
    this.seats = new Seats(call);
    this.integrations = new Integrations(call);
    this.apps = new Apps(call);
    this.knowledge = new Knowledge(call);
    this.billing = new Billing(call);
    this.requests = new Requests(call);
    this.submissions = new Submissions(call);
    this.procedures = new Procedures(call);
  }
}

