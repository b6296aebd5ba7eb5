/* Written by `npm run sdk-records` from the OpenAPI document. */

/** An app that asks customers for access to their accounts, without its secret. */
export type App = {
  /** The client id of the app. */
  client_id: string;
  /** The name that customers are shown. */
  name: string;
  /** A description of the app for customers. */
  description: string;
  /** The page of the app; empty without one. */
  homepage: string;
  /** The allowed redirect URIs, compared exactly. */
  redirect_uris: string[];
  /** The scopes that the app can ask customers for. */
  scopes: ('read:sessions' | 'write:sessions' | 'read:tasks' | 'write:tasks' | 'read:users' | 'manage:users' | 'read:skills' | 'write:skills' | 'read:knowledge' | 'write:knowledge' | 'read:billing' | 'manage:integrations' | 'manage:devices' | 'manage:webhooks' | 'manage:api_keys' | 'read:forms' | 'manage:forms')[];
  /** Only its own account can connect an app in development. Every account can connect an active app. */
  status: 'development' | 'active' | 'suspended';
  /** The last four characters of its client secret. */
  secret_last4: string;
  /** The latest submission; null before the first. */
  review: {
    /** The time at which the app was submitted. */
    submitted_at: string;
    /** The decision about the submission. Null while it waits. */
    decision: 'approved' | 'sent_back' | 'withdrawn' | null;
    /** The notes of the reviewers. */
    notes: string | null;
    /** The time of the decision. Null while the submission waits. */
    decided_at: string | null;
  } | null;
  /** The approved version, which customers see. Null before the first. */
  reviewed: {
    /** The name that customers are shown. */
    name: string;
    /** A description of the app for customers. */
    description: string;
    /** The page of the app; empty without one. */
    homepage: string;
    /** The account that made it. */
    owner_name: string;
  } | null;
  /** The time at which the app was registered. */
  created_at: string;
};

/** The changes of an app. */
export type AppChanges = {
  /** The name that customers are shown. */
  name?: string | undefined;
  /** A description of the app for customers. */
  description?: string | undefined;
  /** The page of the app; empty without one. */
  homepage?: string | undefined;
  /** The allowed redirect URIs, compared exactly. */
  redirect_uris?: string[] | undefined;
  /** The scopes that the app can ask customers for. */
  scopes?: ('read:sessions' | 'write:sessions' | 'read:tasks' | 'write:tasks' | 'read:users' | 'manage:users' | 'read:skills' | 'write:skills' | 'read:knowledge' | 'write:knowledge' | 'read:billing' | 'manage:integrations' | 'manage:devices' | 'manage:webhooks' | 'manage:api_keys' | 'read:forms' | 'manage:forms')[] | undefined;
};

/** A page of apps. */
export type AppPage = {
  /** The apps of this page. */
  apps: App[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** A new client secret of an app. */
export type AppSecret = {
  /** The client id of the app. */
  client_id: string;
  /** The client secret, shown only here. */
  client_secret: string;
};

/** The query parameters of: Cancel a scheduled signing secret. */
export type CancelWebhookRotationQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A procedure that a session taught, with its review. */
export type CatalogueEntry = {
  /** The id of the procedure. */
  id: string;
  /** The name of the step. */
  title: string;
  /** The instructions of the step. */
  description: string | null;
  /** The https URL of the recording of the step. */
  clip_url: string | null;
  /** The https URL of a picture of the step. */
  thumbnail_url: string | null;
  /** The start of the step in the recording of the session, in seconds. */
  start_seconds: number | null;
  /** The end of the step in the recording of the session, in seconds. */
  end_seconds: number | null;
  /** The id of the session that taught it. */
  session_id: string;
  /** The name of that session. */
  session_name: string | null;
  recorded_by: Person;
  /** The time at which that session started. */
  recorded_at: string;
  /** The review status of the procedure. */
  status: 'pending' | 'approved' | 'rejected';
  /** The id of the user who decided; null before the decision and for a key or an app. */
  reviewed_by: string | null;
  /** The name of the user who decided. */
  reviewer: string | null;
  /** The time of the decision. */
  reviewed_at: string | null;
  /** The notes of the reviewer. */
  review_notes: string | null;
  /** The time at which the session submitted the procedure. */
  created_at: string;
};

/** A seat that was changed. */
export type ChangedSeat = {
  /** Always true: the seat was changed. */
  changed: true;
};

/** The query parameters of: Check an endpoint. */
export type CheckWebhookQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** The exchange of a code for tokens. */
export type CodeExchange = {
  /** The grant type of an authorization code. */
  grant_type: 'authorization_code';
  /** The authorization code from the redirect. It works once. */
  code: string;
  /** The redirect URI of the authorization request, exactly. */
  redirect_uri: string;
  /** The PKCE code verifier, from which `code_challenge` was derived (S256). */
  code_verifier: string;
  /** The id of the app. Omit it with HTTP Basic. */
  client_id?: string | undefined;
  /** The secret of the app. Omit it with HTTP Basic. */
  client_secret?: string | undefined;
};

/** A collection of documents. */
export type Collection = {
  /** The id of the collection. */
  id: string;
  /** The name of the collection. */
  name: string;
  /** The number of documents in the collection. */
  documents: number;
  /** The time at which the collection was created. */
  created_at: string;
};

/** A page of collections. */
export type CollectionPage = {
  /** The collections of this page. */
  collections: Collection[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** An integration that was created. */
export type CreatedIntegration = {
  /** The id of the integration. */
  integration_id: string;
  /** The secret, shown only here. */
  secret: string;
};

/** A key that was created. */
export type CreatedKey = {
  /** The id of the key. */
  id: string;
  /** The key, shown only here. */
  key: string;
};

/** A seat that was created. */
export type CreatedSeat = {
  /** The id of the seat. */
  seat_id: string;
};

/** The query parameters of: Deactivate a user. */
export type DeactivateUserQuery = {
  /** The id of the user. */
  user_id: string;
};

/** The options of a deactivation. */
export type Deactivation = {
  /** True keeps the API keys that the user created and the apps that the user connected. Otherwise they stop working. */
  keep_access?: boolean | undefined;
};

/** The query parameters of: Delete an app. */
export type DeleteAppQuery = {
  /** The client id of the app. */
  client_id: string;
};

/** The query parameters of: Delete an empty collection. */
export type DeleteCollectionQuery = {
  /** The id of the collection. */
  collection_id: string;
};

/** The query parameters of: Delete a document. */
export type DeleteDocumentQuery = {
  /** The id of the document. */
  document_id: string;
};

/** The query parameters of: Delete a form. */
export type DeleteFormQuery = {
  /** The id of the form. */
  id: string;
};

/** The query parameters of: Delete a session. */
export type DeleteSessionQuery = {
  /** The id of the session. */
  session_id: string;
};

/** A confirmation of the deletion. */
export type Deleted = {
  /** Always true: the record no longer exists. */
  deleted: true;
};

/** An app that was deleted. */
export type DeletedApp = {
  /** Always true: the tokens of the app no longer work. */
  deleted: true;
};

/** A form that was deleted. */
export type DeletedForm = {
  /** Always true: the form is deleted. */
  deleted: true;
  /** The id that the form had. */
  id: string;
};

/** The result of deleting a session. */
export type DeletedSession = {
  /** Always true: the session is deleted. */
  deleted: true;
  /** `sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app rejected the deletion, and it will be retried. */
  core: 'sent' | 'queued' | 'failed';
};

/** A delivery of an event to an endpoint. */
export type Delivery = {
  /** The id of the event, without `evt-`. */
  event_id: string;
  /** The id of the endpoint. */
  endpoint_id: string;
  /** The type of the event. */
  event: 'task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed';
  /** The state of the delivery. */
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** Attempts so far. */
  attempts: number;
  /** The current URL of the endpoint. */
  url: string;
  /** The time of the event. */
  created_at: string;
  /** The time at which the delivery was delivered, failed or cancelled. */
  settled_at: string | null;
  /** The time of the next attempt. Null unless the delivery waits. */
  due_at: string | null;
};

/** One attempt of a delivery. */
export type DeliveryAttempt = {
  /** The number of the attempt, from 1. */
  attempt: number;
  /** The time at which the attempt started. */
  attempted_at: string;
  /** The outcome of the attempt, as a short text. */
  outcome: string;
  /** The status that the receiver answered with. */
  status: number | null;
  /** The address that was called. */
  address: string | null;
  /** Milliseconds to resolve the host name. */
  dns_ms: number | null;
  /** Milliseconds to connect. */
  connect_ms: number | null;
  /** Milliseconds to the first byte of the response. */
  first_byte_ms: number | null;
  /** Milliseconds in all. */
  total_ms: number;
  /** The beginning of the response body. */
  answer: string | null;
};

/** A delivery with its body and its attempts. */
export type DeliveryDetail = {
  /** The id of the event, without `evt-`. */
  event_id: string;
  /** The id of the endpoint. */
  endpoint_id: string;
  /** The type of the event. */
  event: 'task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed';
  /** The state of the delivery. */
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** Attempts so far. */
  attempts: number;
  /** The current URL of the endpoint. */
  url: string;
  /** The time of the event. */
  created_at: string;
  /** The time at which the delivery was delivered, failed or cancelled. */
  settled_at: string | null;
  /** The time of the next attempt. Null unless the delivery waits. */
  due_at: string | null;
  /** The signed body, as text. Null after the event was deleted. */
  body: string | null;
  /** The attempts, oldest first. */
  log: DeliveryAttempt[];
};

/** A page of deliveries. */
export type DeliveryPage = {
  /** The deliveries of this page. */
  deliveries: Delivery[];
  /** True if another page follows. */
  has_more: boolean;
  /** Not null if older records remain that this request did not read. Send this time as `to`, without an offset, to continue; the page can be empty before. */
  searched_to: string | null;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The collection that it belongs to. */
export type DocumentCollection = {
  /** The id of the collection. */
  id: string;
  /** The name of the collection. */
  name: string;
};

/** A page of documents. */
export type DocumentPage = {
  /** The documents of this page. */
  documents: KnowledgeDocument[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The body of every error: a code for programs and a message for people. */
export type ErrorBody = {
  /** The error code. Base decisions on it. */
  error: 'BAD_REQUEST' | 'CONFLICTING_ALIASES' | 'DISABLED' | 'MISSING_AUTH' | 'INVALID_KEY' | 'INSUFFICIENT_PERMISSIONS' | 'FORBIDDEN' | 'NOT_ENTITLED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'TOO_MANY_REQUESTS' | 'INTERNAL_ERROR' | 'invalid_client' | 'invalid_grant' | 'invalid_scope';
  /** An explanation for people and logs. The wording may change. */
  message: string;
};

/** The headers of a delivery, signed at the time of this answer. */
export type EventHeaders = {
  /** Always JSON. */
  'Content-Type': string;
  /** The service and its version. */
  'User-Agent': string;
  /** The time of the signature, in seconds since 1970. */
  'X-Webhook-Timestamp': string;
  /** The signature over time and body, in hexadecimal. */
  'X-Webhook-Signature': string;
  /** The id of the event, for Standard Webhooks. */
  'webhook-id': string;
  /** The time of the signature, for Standard Webhooks. */
  'webhook-timestamp': string;
  /** The signature of Standard Webhooks. */
  'webhook-signature': string;
};

/** The integration that created a task. */
export type EventIntegration = {
  /** The id of the integration. */
  integration_id: string;
  /** The name of the outside system. */
  provider: string;
};

/** The query parameters of: Export the submissions of a form as CSV. */
export type ExportSubmissionsQuery = {
  /** The id of the form. */
  form_id: string;
};

/** A template to fill in: a picture or PDF, and the fields on it. */
export type Form = {
  /** The id of the form. */
  id: string;
  /** The name of the form. */
  name: string;
  /** Other names that the form is found by. */
  aliases: string[];
  /** The label that groups the form with others. Null without a label */
  category: string | null;
  /** The origin of the form: the account's own, a copy from the library, or the library itself. */
  source: 'custom' | 'library' | 'platform';
  /** True if glasses get the form. */
  is_active: boolean;
  /** True if the form is an entry of the platform library. */
  is_platform_library: boolean;
  /** The library form that was copied. Null for any other form */
  imported_from: string | null;
  /** The URL of the picture or PDF that the form is filled in on. */
  template_image_url: string;
  /** The media type of the template. */
  template_mime_type: string;
  /** The number of fields of the form. */
  field_count: number;
  /** The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text. */
  fields: Record<string, unknown>[];
  /** The time at which the form was created or imported. */
  created_at: string;
  /** The time at which the form was last changed. */
  updated_at: string;
};

/** Changes of a form. Omitted members stay, null clears a member. */
export type FormChanges = {
  /** The name of the form. */
  name?: string | undefined;
  /** Other names that the form is found by. */
  aliases?: string[] | undefined;
  /** True if glasses get the form. */
  is_active?: boolean | undefined;
  /** The label that groups the form with others. */
  category?: string | null | undefined;
  /** The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text. */
  fields?: Record<string, unknown>[] | undefined;
  /** The URL of the picture or PDF that the form is filled in on; it is stored, not fetched. */
  template_image_url?: string | undefined;
  /** The media type of the template. If omitted, a new picture has the type of its bytes, and a changed URL keeps the current type. */
  template_mime_type?: string | null | undefined;
};

/** A form to copy from the platform library. */
export type FormImport = {
  /** Imports a form from the platform library. */
  action: 'import';
  /** The id of the library form to copy. */
  template_id: string;
};

/** A page of forms, without a total. */
export type FormPage = {
  /** The forms of this page, newest first. */
  forms: Form[];
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** A filled form with its form, session, task and user. */
export type FormSubmission = {
  /** The id of the submission. */
  id: string;
  /** The id of the form, which may have been deleted since. */
  form_id: string;
  /** The name of the form when it was filled in. */
  form_name: string;
  /** The fields of the form when it was filled in. */
  fields: Record<string, unknown>[];
  /** The answers by the keys of their fields, at most 128 KB as JSON */
  answers: Record<string, unknown>;
  /** The keys of the required fields that have no answer. */
  missing: string[];
  /** The id of the session in which the form was filled in. */
  session_id: string | null;
  /** The name of that session. */
  session_name: string | null;
  /** The id of the task for which the form was filled in. */
  task_id: string | null;
  /** The title of that task. */
  task_title: string | null;
  /** The kind of caller that sent it. */
  submitted_by: 'api' | 'agent' | 'user' | 'device' | 'session' | 'integration' | 'staff' | 'system';
  /** The user who filled in the form. Null if unknown. */
  user: Person | null;
  /** The time at which the form was filled in. */
  submitted_at: string;
};

/** A page of filled forms. */
export type FormSubmissionPage = {
  /** The submissions of this page, newest first. */
  submissions: FormSubmission[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** An endpoint that exists. */
export type FoundWebhook = {
  /** True: the endpoint exists. */
  exists: true;
  /** The id of the endpoint. */
  id: string;
  /** The event types that the endpoint receives. */
  events: ('task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed')[];
  /** The URL that deliveries are sent to. */
  url: string;
};

/** The query parameters of: Read an app. */
export type GetAppQuery = {
  /** The client id of the app. */
  client_id: string;
};

/** The query parameters of: Read the state of a deletion. */
export type GetDeletionQuery = {
  /** The id of the deleted session. */
  session_id: string;
};

/** The query parameters of: Read a delivery and its attempts. */
export type GetDeliveryQuery = {
  /** The id of the event, with or without `evt-`. */
  event_id: string;
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** The query parameters of: Read a procedure. */
export type GetProcedureQuery = {
  /** The id of the procedure. */
  procedure_id: string;
};

/** The query parameters of: Read the progress of a retry. */
export type GetRetryQuery = {
  /** The id of the retry. */
  retry_id: string;
};

/** The query parameters of: Read a seat. */
export type GetSeatQuery = {
  /** The id of the seat. */
  seat_id: string;
};

/** The query parameters of: Read a form submission. */
export type GetSubmissionQuery = {
  /** The id of the submission. */
  submission_id: string;
};

/** The query parameters of: Read the usage of a period. */
export type GetUsageQuery = {
  /** The first day, in UTC. */
  from: string;
  /** The last day, in UTC. */
  to: string;
  /** The period of a row. */
  by?: 'day' | 'week' | 'month' | undefined;
};

/** The query parameters of: Read an endpoint. */
export type GetWebhookQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** The caller: a key or an app, with its scopes. */
export type Identity = {
  /** An API key, or an app with an access token. */
  kind: 'key' | 'app';
  /** The id of the key, or the client id of the app. */
  id: string;
  /** The name of the key or the app. */
  name: string;
  account: IdentityAccount;
  /** The scopes of the key or token. */
  scopes: ('read:sessions' | 'write:sessions' | 'read:tasks' | 'write:tasks' | 'read:users' | 'manage:users' | 'read:skills' | 'write:skills' | 'read:knowledge' | 'write:knowledge' | 'read:billing' | 'manage:integrations' | 'manage:devices' | 'manage:webhooks' | 'manage:api_keys' | 'read:forms' | 'manage:forms')[];
  /** The time at which the access token or the key expires. Null for a key that works until it is revoked. */
  expires_at: string | null;
};

/** The account that a key or token belongs to. */
export type IdentityAccount = {
  /** The id of the account. */
  id: string;
  /** The name of the account. */
  name: string;
};

/** An outside system that pushes work in, without its secret. */
export type Integration = {
  /** The id of the integration. */
  id: string;
  /** The name of the outside system. */
  provider: string;
  /** The last four characters of its secret. */
  last4: string;
  /** The time at which the integration was created. */
  created_at: string;
  /** The time of the last push. Null before the first one. */
  last_used_at: string | null;
  /** The time at which the integration was revoked. Null while it works. */
  revoked_at: string | null;
};

/** A page of integrations. */
export type IntegrationPage = {
  /** The integrations of this page. */
  integrations: Integration[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The new secret of an integration. */
export type IntegrationSecret = {
  /** The secret, shown only here. */
  secret: string;
};

/** The result of an invitation. */
export type Invited = {
  /** True: the user was invited. */
  success: boolean;
  /** The id of the new user. */
  user_id: string;
  /** The address that was invited. */
  email: string;
  /** The display name of the user. */
  full_name: string;
  /** The roles in the account. */
  roles: 'admin'[];
  /** A confirmation for people. */
  message: string;
};

/** A user to invite. */
export type Invitee = {
  /** The address to invite. An internationalized domain is stored in ASCII */
  email: string;
  /** The display name of the user. */
  full_name: string;
  /** The roles in the account; only `admin` can be given. */
  roles: 'admin'[];
};

/** An API key, without the secret. */
export type Key = {
  /** The id of the key. */
  id: string;
  /** The name of the key. */
  name: string;
  /** The last four characters of the key. */
  last4: string;
  /** The scopes of the key. */
  scopes: ('read:sessions' | 'write:sessions' | 'read:tasks' | 'write:tasks' | 'read:users' | 'manage:users' | 'read:skills' | 'write:skills' | 'read:knowledge' | 'write:knowledge' | 'read:billing' | 'manage:integrations' | 'manage:devices' | 'manage:webhooks' | 'manage:api_keys' | 'read:forms' | 'manage:forms')[];
  /** The user who created the key, or who created the key or connected the app that created it. Null for the operator. */
  created_by: Person | null;
  /** The time at which the key was created. */
  created_at: string;
  /** The time of the last use. Null before the first use. */
  last_used_at: string | null;
  /** The time at which the key expires. Null if it never expires. */
  expires_at: string | null;
  /** The addresses and CIDR networks that the key may be used from; null for any. */
  allowed_addresses: string[] | null;
  /** The time at which the key was revoked. Null while the key works. */
  revoked_at: string | null;
};

/** The changes of a key. Omitted members stay unchanged. */
export type KeyChanges = {
  /** The time at which the key expires. Null if it never expires. Must be in the future. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  expires_at?: string | null | undefined;
  /** The addresses and CIDR networks that the key may be used from; null for any. */
  allowed_addresses?: string[] | null | undefined;
};

/** A page of keys. */
export type KeyPage = {
  /** The keys of this page. */
  keys: Key[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** A document of the knowledge base. */
export type KnowledgeDocument = {
  /** The id of the document. */
  id: string;
  /** The name of the file. */
  name: string;
  collection: DocumentCollection;
  /** The size of the file. */
  bytes: number;
  /** The processing state of the document. */
  state: 'queued' | 'processing' | 'ready' | 'failed';
  /** The reason why the document could not be processed, in a sentence. */
  reason: string | null;
  /** The number of pages, if the format has pages. */
  pages: number | null;
  /** The number of passages that the search can find. */
  passages: number;
  /** The user who uploaded the document. Null for keys and apps. */
  uploaded_by: Person | null;
  /** The time at which the document was uploaded. */
  created_at: string;
  /** The time at which the document was last replaced or processed. */
  updated_at: string;
};

/** The language that documents are searched in. */
export type KnowledgeLanguage = {
  /** The language for stemming words. `simple` disables stemming. */
  language: 'simple' | 'arabic' | 'armenian' | 'basque' | 'catalan' | 'danish' | 'dutch' | 'english' | 'finnish' | 'french' | 'german' | 'greek' | 'hindi' | 'hungarian' | 'indonesian' | 'irish' | 'italian' | 'lithuanian' | 'nepali' | 'norwegian' | 'portuguese' | 'romanian' | 'russian' | 'serbian' | 'spanish' | 'swedish' | 'tamil' | 'turkish' | 'yiddish';
};

/** The query parameters of: List own apps. */
export type ListAppsQuery = {
  /** Words that the name or the client id of the app contain. */
  search?: string | undefined;
  /** Only apps of this status; `in_review` for apps that wait for a decision. */
  status?: 'in_review' | 'development' | 'active' | 'suspended' | undefined;
  /** The order: `name` from A to Z. Newest first without it. */
  sort?: 'name' | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List collections of documents. */
export type ListCollectionsQuery = {
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List deletions of sessions. */
export type ListDeletionsQuery = {
  /** Only deletions in this state. */
  state?: 'sent' | 'queued' | 'failed' | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List deliveries. */
export type ListDeliveriesQuery = {
  /** Only deliveries of this endpoint. */
  endpoint_id?: string | undefined;
  /** Only deliveries in this state. */
  state?: 'pending' | 'delivered' | 'failed' | 'cancelled' | undefined;
  /** Only events of this type. */
  event?: 'task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed' | undefined;
  /** The id of the event, with or without `evt-`. */
  event_id?: string | undefined;
  /** Only events created at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  from?: string | undefined;
  /** Only events created at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  to?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List documents. */
export type ListDocumentsQuery = {
  /** Only documents of this collection. */
  collection_id?: string | undefined;
  /** Only documents in this state. */
  state?: 'queued' | 'processing' | 'ready' | 'failed' | undefined;
  /** Words of the name, in any order. Each can be the beginning of a word. */
  search?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List forms, browse the library, or get one form. */
export type ListFormsQuery = {
  /** The id of one form, of the account or of the library, to get alone. */
  id?: string | undefined;
  /** True for the platform library in place of the account's own forms. */
  library?: boolean | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List integrations. */
export type ListIntegrationsQuery = {
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List keys. */
export type ListKeysQuery = {
  /** Only keys of this status. */
  status?: 'live' | 'expired' | 'revoked' | undefined;
  /** Words that the name or the last characters contain. */
  search?: string | undefined;
  /** Only these records: up to 100 ids, separated by commas. Unknown ids are ignored. */
  key_ids?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List procedures. */
export type ListProceduresQuery = {
  /** Only procedures in this state. */
  status?: 'pending' | 'approved' | 'rejected' | undefined;
  /** Only procedures of the session with this id. */
  session_id?: string | undefined;
  /** Only procedures that the user with this id recorded. */
  recorded_by?: string | undefined;
  /** Words of the title, in any order. Each can be the beginning of a word. */
  search?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List API requests. */
export type ListRequestsQuery = {
  /** Only requests that succeeded, were rejected (4xx) or failed (5xx). */
  outcome?: 'ok' | 'refused' | 'failed' | undefined;
  /** Only requests with this response status. */
  status?: number | undefined;
  /** Only requests with this method. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** Only requests whose path contains this text. */
  path?: string | undefined;
  /** Only requests of the key with this id. */
  key_id?: string | undefined;
  /** Only requests of the app with this client id. */
  client_id?: string | undefined;
  /** Only the request with this `X-Request-Id`. */
  request_id?: string | undefined;
  /** Only requests at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  from?: string | undefined;
  /** Only requests at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  to?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List seats. */
export type ListSeatsQuery = {
  /** Only seats with glasses, or only seats without. */
  device?: 'paired' | 'unpaired' | undefined;
  /** Only seats with a user, or only seats without. */
  wearer?: 'somebody' | 'nobody' | undefined;
  /** Only seats of the user with this id. */
  user_id?: string | undefined;
  /** Words that the name of the seat, the name of its user, or the model or serial number of its glasses contain. */
  search?: string | undefined;
  /** The order: `device_name` from A to Z, or `last_seen_at` with the latest first. Newest first without it. */
  sort?: 'device_name' | 'last_seen_at' | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List sessions, or get one session. */
export type ListSessionsQuery = {
  /** The id of one session, to get it alone. */
  session_id?: string | undefined;
  /** Only sessions in this state. */
  status?: 'completed' | 'in_progress' | 'failed' | undefined;
  /** Only sessions of this role. */
  role?: 'trainer' | 'trainee' | undefined;
  /** Only sessions started at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  from?: string | undefined;
  /** Only sessions started at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  to?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List the skills that the account may execute. */
export type ListSkillsQuery = {
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List form submissions. */
export type ListSubmissionsQuery = {
  /** Only submissions of the form with this id. */
  form_id?: string | undefined;
  /** Only submissions of the session with this id. */
  session_id?: string | undefined;
  /** Only submissions for the task with this id. */
  task_id?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List tasks, or get one task. */
export type ListTasksQuery = {
  /** The id of one task, to get it alone. */
  task_id?: string | undefined;
  /** Only tasks in this state. */
  status?: 'open' | 'in_progress' | 'completed' | 'cancelled' | undefined;
  /** Only tasks of this origin. */
  source?: 'manual' | 'api' | 'integration' | undefined;
  /** Only tasks of the user with this id. */
  assigned_to?: string | undefined;
  /** Only tasks with this external id. */
  external_id?: string | undefined;
  /** Only tasks created at or after this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  from?: string | undefined;
  /** Only tasks created at or before this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  to?: string | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List users, or get one user. */
export type ListUsersQuery = {
  /** The id of one user, to get it alone. */
  user_id?: string | undefined;
  /** Only the user with this address. Case and the spelling of the domain do not matter. */
  email?: string | undefined;
  /** Only users with this role. */
  role?: 'trainer' | 'trainee' | 'tenant_admin' | undefined;
  /** Only users in this state. */
  status?: 'active' | 'inactive' | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: List endpoints. */
export type ListWebhooksQuery = {
  /** Words that the name or the URL of the endpoint contain. */
  search?: string | undefined;
  /** Only endpoints with this status, which depends on their latest deliveries. */
  status?: 'failing' | 'recovering' | 'paused' | 'unused' | 'healthy' | undefined;
  /** The order: `status` with failing endpoints first, `name` from A to Z, or `last_triggered_at` with the latest first. Newest first without it. */
  sort?: 'status' | 'name' | 'last_triggered_at' | undefined;
  /** The maximum number of records on the page. */
  limit?: number | undefined;
  /** Records to skip. Add `limit` for the next page, until a page is not full. */
  offset?: number | undefined;
};

/** The query parameters of: Receive events without a public address. */
export type ListenEventsQuery = {
  /** The cursor of the previous response. Defaults to the current time. */
  after?: string | undefined;
  /** Only events of these types, separated by commas. */
  events?: string | undefined;
  /** Seconds to wait if there is no event. */
  wait?: number | undefined;
};

/** An event with the headers and the body that a delivery carries. */
export type ListenedEvent = {
  /** The id of the event, the same in every delivery of it. */
  event_id: string;
  /** The type of the event. */
  event: 'task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed';
  /** The exact text that is signed and that a delivery carries. */
  body: string;
  headers: EventHeaders;
};

/** Events of the account since a cursor. */
export type ListenedEvents = {
  /** The events after the cursor, oldest first, at most 50. */
  events: ListenedEvent[];
  /** The cursor to send as `after` with the next request. */
  cursor: string;
  /** True if you can read more events after `cursor` at once. A request reads a bounded number of events, so `events` can be empty while `has_more` is true. */
  has_more: boolean;
};

/** A request of a key or app, and its response. */
export type LoggedRequest = {
  /** The id of the entry. */
  id: string;
  /** The `X-Request-Id` of the response. */
  request_id: string;
  /** The method of the request. */
  method: string;
  /** The path, without the query. */
  path: string;
  /** The status of the answer. */
  status: number;
  /** The error code of the response. Null without an error code. */
  error: string | null;
  /** The processing time of the request, in milliseconds. */
  ms: number;
  by: RequestCaller;
  /** The reason why the key was rejected: it has expired or is not allowed from this address. Null otherwise. */
  refusal: 'expired' | 'address' | null;
  /** The time at which the request was answered. */
  created_at: string;
};

/** An endpoint that does not exist or was deleted. */
export type MissingWebhook = {
  /** False: the account has no such endpoint. */
  exists: false;
};

/** An app to register. */
export type NewApp = {
  /** The name that customers are shown. */
  name: string;
  /** A description of the app for customers. */
  description?: string | undefined;
  /** The page of the app; empty without one. */
  homepage?: string | undefined;
  /** The allowed redirect URIs, compared exactly. */
  redirect_uris: string[];
  /** The scopes that the app can ask customers for. */
  scopes: ('read:sessions' | 'write:sessions' | 'read:tasks' | 'write:tasks' | 'read:users' | 'manage:users' | 'read:skills' | 'write:skills' | 'read:knowledge' | 'write:knowledge' | 'read:billing' | 'manage:integrations' | 'manage:devices' | 'manage:webhooks' | 'manage:api_keys' | 'read:forms' | 'manage:forms')[];
};

/** The new content of a document. */
export type NewContent = {
  /** The name of the file. Its extension determines the format. */
  name?: string | undefined;
  /** The bytes of the file in base64, at most 25 MB */
  content: string;
};

/** A document to upload. */
export type NewDocument = {
  /** The name of the file. Its extension determines the format. */
  name: string;
  /** The name of its collection. The collection is created if it does not exist. */
  collection?: string | undefined;
  /** The bytes of the file in base64, at most 25 MB */
  content: string;
};

/** A form to create, with its template as a URL or in base64. */
export type NewForm = {
  /** May be left out. */
  action?: 'create' | undefined;
  /** The name of the form. */
  name: string;
  /** Other names that the form is found by. */
  aliases?: string[] | undefined;
  /** The label that groups the form with others. */
  category?: string | null | undefined;
  /** The fields of the form: any objects, stored as sent, at most 128 KB as JSON. Numbers beyond ±9007199254740991 cannot be stored exactly and are rejected: send them as text. */
  fields?: Record<string, unknown>[] | undefined;
  /** The URL of the picture or PDF that the form is filled in on; it is stored, not fetched. */
  template_image_url?: string | null | undefined;
  /** The picture or PDF itself: base64 or a data URL, at most 10 MB decoded; the bytes must match template_mime_type. Metadata of a picture, such as its place, camera and texts, and all data after its end are removed. */
  template_image_base64?: string | null | undefined;
  /** The media type of the template: image/png, image/jpeg, image/webp or application/pdf. */
  template_mime_type?: string | null | undefined;
};

/** An integration to create. */
export type NewIntegration = {
  /** The name of the outside system. */
  provider: string;
};

/** A user to invite, as an admin or as a member. */
export type NewInvitation = {
  /** The address to invite. An internationalized domain is stored in ASCII */
  email: string;
  /** The display name of the user. */
  full_name: string;
  /** The access of the user to the dashboard. An admin can do everything in the account. */
  access?: 'admin' | 'member' | undefined;
};

/** A key to create. */
export type NewKey = {
  /** The name of the key. */
  name: string;
  /** The scopes of the key. */
  scopes: ('read:sessions' | 'read:tasks' | 'write:tasks' | 'read:users' | 'manage:users' | 'read:skills' | 'write:skills' | 'read:knowledge' | 'write:knowledge' | 'read:billing' | 'manage:integrations' | 'manage:devices' | 'manage:webhooks' | 'manage:api_keys' | 'read:forms' | 'manage:forms')[];
  /** The time at which the key expires. Null if it never expires. Must be in the future. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  expires_at?: string | null | undefined;
  /** The addresses and CIDR networks that the key may be used from; null for any. */
  allowed_addresses?: string[] | null | undefined;
};

/** The language to search documents in. */
export type NewLanguage = {
  /** The language for stemming words. `simple` disables stemming. */
  language: 'simple' | 'arabic' | 'armenian' | 'basque' | 'catalan' | 'danish' | 'dutch' | 'english' | 'finnish' | 'french' | 'german' | 'greek' | 'hindi' | 'hungarian' | 'indonesian' | 'irish' | 'italian' | 'lithuanian' | 'nepali' | 'norwegian' | 'portuguese' | 'romanian' | 'russian' | 'serbian' | 'spanish' | 'swedish' | 'tamil' | 'turkish' | 'yiddish';
};

/** Failed deliveries to retry. */
export type NewRetry = {
  /** Only failed deliveries of events since this time. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  since: string;
  /** Only deliveries of this endpoint. */
  endpoint_id?: string | null | undefined;
};

/** A seat to create. */
export type NewSeat = {
  /** The name of the glasses. */
  device_name: string;
  /** The roles that the seat can be used for. */
  roles: ('trainer' | 'trainee')[];
  /** The id of the user; null for none. */
  user_id?: string | null | undefined;
};

/** A task to create. */
export type NewTask = {
  /** The title of the task. */
  title: string;
  /** The description of the task. */
  description?: string | null | undefined;
  /** The urgency of the task. */
  priority?: 'low' | 'medium' | 'high' | 'urgent' | undefined;
  /** The due date of the task. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  due_date?: string | null | undefined;
  /** The id of the assigned active user. Null for nobody. */
  assigned_to?: string | null | undefined;
  /** The caller's own reference of the task. */
  external_id?: string | null | undefined;
};

/** An endpoint to subscribe to events. */
export type NewWebhook = {
  /** The public https URL that deliveries are sent to. */
  url: string;
  /** The event types that the endpoint receives. */
  events: ('task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed')[];
  /** The automation platform that subscribes. Omit it for other callers. */
  source?: unknown;
};

/** A code that pairs glasses with a seat, once. */
export type PairingCode = {
  /** The code to type on the glasses. */
  code: string;
  /** The time at which the code expires. */
  expires_at: string;
  /** The code as a picture to scan, in SVG. */
  qr_svg: string;
};

/** A passage of a document. */
export type Passage = {
  /** The id of the document. */
  document_id: string;
  /** The name of the document. */
  title: string;
  /** The page, if the document has pages. */
  page: number | null;
  /** The heading above the passage. */
  heading: string | null;
  /** The passage. */
  text: string;
  /** The passage as HTML, with the matching words in `<mark>`. */
  highlighted: string;
  /** The relevance of the passage. Higher is better. */
  score: number;
  /** True if the passage contains less than half of the query. Rare words count more than common ones. */
  is_weak: boolean;
};

/** Passages that answer a question. */
export type PassageList = {
  /** The passages, the best first. */
  passages: Passage[];
};

/** The query parameters of: Pause an endpoint. */
export type PauseWebhookQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A user, by id and name. */
export type Person = {
  /** The id of the user. */
  user_id: string;
  /** The full name of the user. */
  name: string;
};

/** A page of procedures. */
export type ProcedurePage = {
  /** The procedures of this page, newest first. */
  procedures: CatalogueEntry[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** A delivery that is retried. */
export type QueuedDelivery = {
  /** Always `pending`: the delivery is retried. */
  state: 'pending';
};

/** The query parameters of: Reactivate a user. */
export type ReactivateUserQuery = {
  /** The id of the user. */
  user_id: string;
};

/** The query parameters of: Replace a document. */
export type ReplaceDocumentQuery = {
  /** The id of the document. */
  document_id: string;
};

/** The query parameters of: Process a document again. */
export type ReprocessDocumentQuery = {
  /** The id of the document. */
  document_id: string;
};

/** The key or app that sent the request. */
export type RequestCaller = {
  /** An API key, or an app with an access token. */
  kind: 'key' | 'app';
  /** The id of the key, or the client id of the app. */
  id: string;
  /** The name of the key or app. Null after it was deleted. */
  name: string | null;
};

/** A page of requests. */
export type RequestPage = {
  /** The requests of this page. */
  requests: LoggedRequest[];
  /** True if another page follows. */
  has_more: boolean;
  /** Not null if older records remain that this request did not read. Send this time as `to`, without an offset, to continue; the page can be empty before. */
  searched_to: string | null;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The query parameters of: Set the failure count of an endpoint to zero. */
export type ResetWebhookFailuresQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** The query parameters of: Resume an endpoint. */
export type ResumeWebhookQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A retry of failed deliveries in the background, and its progress. */
export type Retry = {
  /** The id of the retry. */
  id: string;
  /** The endpoint. Null for all endpoints. */
  endpoint_id: string | null;
  /** The start of the period: deliveries that failed after it are retried. */
  since: string;
  /** The number of deliveries to retry. */
  total: number;
  /** The number of deliveries that are queued again so far. */
  retried: number;
  /** The time at which the retry was started. */
  created_at: string;
  /** The time at which the last delivery was queued. Null before. */
  finished_at: string | null;
};

/** The query parameters of: Retry a delivery. */
export type RetryDeliveryQuery = {
  /** The id of the event, with or without `evt-`. */
  event_id: string;
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A decision about a procedure. */
export type Review = {
  /** The decision. */
  status: 'approved' | 'rejected';
  /** The notes of the reviewer; required for a rejection. */
  notes?: string | null | undefined;
};

/** The query parameters of: Approve or reject a procedure. */
export type ReviewProcedureQuery = {
  /** The id of the procedure. */
  procedure_id: string;
};

/** The query parameters of: Unpair the glasses of a seat. */
export type RevokeDeviceQuery = {
  /** The id of the seat. */
  seat_id: string;
};

/** The query parameters of: Revoke an integration. */
export type RevokeIntegrationQuery = {
  /** The id of the integration. */
  integration_id: string;
};

/** The query parameters of: Revoke a key. */
export type RevokeKeyQuery = {
  /** The id of the key. */
  key_id: string;
};

/** An integration that was revoked. */
export type RevokedIntegration = {
  /** Always true: the secret no longer works. */
  revoked: true;
};

/** A key that was revoked. */
export type RevokedKey = {
  /** Always true: the key no longer works. */
  revoked: true;
};

/** The response to a revocation. */
export type RevokedToken = {
  /** Always true: the token does not work, even if it was unknown. */
  success: true;
};

/** The query parameters of: Replace a key by a new one. */
export type RollKeyQuery = {
  /** The id of the key. */
  key_id: string;
};

/** The query parameters of: Replace the secret of an app. */
export type RotateAppSecretQuery = {
  /** The client id of the app. */
  client_id: string;
};

/** The query parameters of: Replace the secret of an integration. */
export type RotateIntegrationSecretQuery = {
  /** The id of the integration. */
  integration_id: string;
};

/** The query parameters of: Replace the signing secret of an endpoint. */
export type RotateWebhookSecretQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A new signing secret of an endpoint. */
export type RotatedWebhookSecret = {
  /** The secret that signs `X-Webhook-Signature`: 64 hexadecimal characters. */
  secret: string;
  /** The signing secret in the format of Standard Webhooks libraries. */
  standard_secret: string;
  /** The time from which the new secret signs `X-Webhook-Signature`. Null if it is already in use. */
  switches_at: string | null;
};

/** The query parameters of: Search the knowledge base. */
export type SearchKnowledgeQuery = {
  /** The question or words to find. */
  query: string;
  /** Only this collection. */
  collection_id?: string | undefined;
  /** The maximum number of passages. */
  limit?: number | undefined;
};

/** A licence for one pair of glasses, and the user who wears them. */
export type Seat = {
  /** The id of the seat. */
  id: string;
  /** The name of the glasses. */
  device_name: string;
  /** The roles that the seat can be used for. */
  roles: ('trainer' | 'trainee')[];
  /** The user who wears the glasses. Null if the seat has no user. */
  user: Person | null;
  /** True if glasses are paired. */
  device_token_set: boolean;
  /** The last four characters of their token. */
  device_token_last4: string | null;
  /** The model of the glasses. */
  device_model: string | null;
  /** The serial number of the glasses. */
  device_serial: string | null;
  /** The time at which the glasses were paired. */
  paired_at: string | null;
  /** The time of the last request of the glasses. */
  last_seen_at: string | null;
  /** The time at which the seat was created. */
  created_at: string;
};

/** The changes of a seat. Omitted members stay unchanged. */
export type SeatChanges = {
  /** The name of the glasses. */
  device_name?: string | undefined;
  /** The roles that the seat can be used for. */
  roles?: ('trainer' | 'trainee')[] | undefined;
  /** The id of the user; null for none. */
  user_id?: string | null | undefined;
};

/** A page of seats. */
export type SeatPage = {
  /** The seats of this page. */
  seats: Seat[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The query parameters of: Send a test event to an endpoint. */
export type SendTestEventQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** The delivery of a sample event. */
export type SentTestEvent = {
  /** The id of the event, without `evt-`. */
  event_id: string;
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A training session, as the glasses recorded it. */
export type Session = {
  /** The id of the session. */
  id: string;
  /** The name of the session. */
  session_name: string | null;
  /** The description of the session. */
  session_description: string | null;
  /** The summary of the session. */
  session_summary: string | null;
  /** The status of the session. */
  status: 'completed' | 'in_progress' | 'failed';
  /** The role of the user in the session: a trainer teaches, a trainee learns. */
  role: 'trainer' | 'trainee';
  /** The duration of the session, in seconds. Null while it runs. */
  duration_seconds: number | null;
  /** The number of procedures that the session taught or covered. */
  procedure_count: number;
  /** The https URL of the recording. */
  video_url: string | null;
  /** The https URL of a picture of the recording. */
  thumbnail_url: string | null;
  /** The time at which the session started. */
  started_at: string;
  /** The time at which the session ended. Null while it runs. */
  completed_at: string | null;
  /** The user who trained. Null if the seat had no user. */
  user: Person | null;
  /** The id of the seat whose glasses recorded it. */
  seat_id: string;
  /** The id of the task that the session worked on. */
  task_id: string | null;
};

/** Changes of a session. Omitted members stay, null clears a member. */
export type SessionChanges = {
  /** The name of the session. */
  session_name?: string | null | undefined;
  /** The description of the session. */
  session_description?: string | null | undefined;
  /** The https URL of the recording. */
  video_url?: string | null | undefined;
  /** The https URL of a picture of the recording. */
  thumbnail_url?: string | null | undefined;
  /** The summary of the session. */
  session_summary?: string | null | undefined;
  /** The duration of the session, in seconds. */
  duration_seconds?: number | undefined;
  /** The number of procedures that the session taught or covered. */
  procedure_count?: number | undefined;
  /** An alias of `procedure_count`. Use `procedure_count`. @deprecated */
  procedures_count?: number | undefined;
};

/** The data of `session.completed`. */
export type SessionCompletedData = {
  /** The id of the session. */
  session_id: string;
  /** The id of the user who trained. */
  user_id: string;
  /** The full name of the user who trained. */
  user_name: string;
  /** The outcome of the session. */
  status: 'completed' | 'failed';
  /** The time at which the session started. */
  started_at: string;
  /** The time at which the session ended. */
  ended_at: string;
  /** The duration of the session, rounded to minutes. */
  duration_minutes: number;
  /** The duration of the session in started minutes. */
  minutes_consumed: number;
  /** The https URL of the recording. Null without a recording */
  video_url: string | null;
  /** The id of the task that the session worked on. */
  task_id: string | null;
  /** The title of the task that the session worked on. */
  task_title: string | null;
  /** Null if the training app sent no results */
  session_summary: SessionSummary | null;
};

/** The body of a delivery of `session.completed`. */
export type SessionCompletedEvent = {
  /** The type of the event. */
  event: 'session.completed';
  /** The id of the event. Every attempt carries the same id, so use it to detect duplicates. */
  event_id: string;
  /** The time of the event, in UTC. */
  timestamp: string;
  data: SessionCompletedData;
};

/** The seat, user, role or session that the skill runs for. Defaults to the first active seat with a user. */
export type SessionContext = {
  /** The id of the seat that the skill runs for. */
  seat_id?: string | undefined;
  /** The id of the user that the skill runs for. */
  user_id?: string | undefined;
  /** The role of that user. */
  role?: 'trainer' | 'trainee' | undefined;
  /** The id of an open training session. */
  session_id?: string | undefined;
};

/** The deletion of a session and its state in the training app. */
export type SessionDeletion = {
  /** The id of the deleted session. */
  session_id: string;
  /** The time at which the session was deleted. */
  deleted_at: string;
  /** `sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app rejected the deletion, and it will be retried. */
  state: 'sent' | 'queued' | 'failed';
  /** The number of attempts to send the deletion to the training app. */
  attempts: number;
  /** The time of the next attempt to send the deletion. Null if the state is `sent`. */
  due_at: string;
  /** The time of the last attempt to send the deletion. */
  last_attempt_at: string | null;
  /** The HTTP status of its last response. Null without a response. */
  last_status: number | null;
  /** The time at which the training app accepted the deletion. */
  sent_at: string | null;
};

/** A page of deletions of sessions. */
export type SessionDeletionPage = {
  /** The deletions of this page, latest deletion first. */
  deletions: SessionDeletion[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** A page of training sessions. */
export type SessionPage = {
  /** The sessions of this page, latest start first. */
  sessions: Session[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The data of `session.started`. */
export type SessionStartedData = {
  /** The id of the session. */
  session_id: string;
  /** The id of the user who trained. */
  user_id: string;
  /** The full name of the user who trained. */
  user_name: string;
  /** The id of the seat whose glasses record it. */
  seat_id: string;
  /** The name of the bundle of the seat. */
  bundle_name: string | null;
  /** The name of the session. */
  session_name: string | null;
  /** The https URL of the recording. */
  video_url: string | null;
  /** The time at which the session started. */
  started_at: string;
};

/** The body of a delivery of `session.started`. */
export type SessionStartedEvent = {
  /** The type of the event. */
  event: 'session.started';
  /** The id of the event. Every attempt carries the same id, so use it to detect duplicates. */
  event_id: string;
  /** The time of the event, in UTC. */
  timestamp: string;
  data: SessionStartedData;
};

/** The results of a training session. */
export type SessionSummary = {
  /** The summary of the session. */
  summary: string | null;
  /** The score that the training app gave the session. */
  score: number | null;
  /** Further notes about the session. */
  notes: string | null;
  /** The procedures that the session taught. */
  procedures: TaughtProcedure[] | null;
};

/** A skill that the account may execute. */
export type Skill = {
  /** The id of the skill. */
  id: string;
  /** The name of the skill. */
  name: string;
  /** A description of the skill. */
  description: string;
  /** The kind of the skill. */
  kind: 'http' | 'knowledge_search' | 'form_fill';
  /** The owner of the skill. */
  owner: 'account' | 'platform';
  /** The JSON Schema of its input. */
  arguments_schema: Record<string, unknown>;
  /** The destination of the output. */
  response_target: 'context' | 'display' | 'api';
  /** True if the skill can be executed. */
  is_active: boolean;
  /** The time at which the skill was created. */
  created_at: string;
  /** The time at which the skill was last changed. */
  updated_at: string;
};

/** The data of `skill.executed`. */
export type SkillExecutedData = {
  /** The id of the execution. */
  execution_id: string;
  /** The id of the skill. */
  skill_id: string;
  /** The name of the skill. */
  skill_name: string;
  /** The id of the open session; null outside of one. */
  session_id: string | null;
  /** The id of the user that it ran for. */
  user_id: string | null;
  /** `success` if the skill returned an output. */
  status: 'success' | 'failure';
  /** The destination of the output: `context`, `display` or `api`. */
  response_target: string;
  /** The duration of the execution, in milliseconds. */
  duration_ms: number;
  /** The time at which the skill was executed. */
  executed_at: string;
};

/** The body of a delivery of `skill.executed`. */
export type SkillExecutedEvent = {
  /** The type of the event. */
  event: 'skill.executed';
  /** The id of the event. Every attempt carries the same id, so use it to detect duplicates. */
  event_id: string;
  /** The time of the event, in UTC. */
  timestamp: string;
  data: SkillExecutedData;
};

/** A skill to execute, with its input. */
export type SkillExecution = {
  /** The id of the skill. */
  skill_id: string;
  /** The input of the skill, valid against its schema, at most 256 KB as JSON */
  arguments: Record<string, unknown>;
  session_context?: SessionContext | undefined;
};

/** The output of the skill; its members depend on the skill. */
export type SkillOutput = Record<string, unknown>;

/** A page of skills. */
export type SkillPage = {
  /** The skills of this page. */
  skills: Skill[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The query parameters of: Start pairing the glasses of a seat. */
export type StartPairingQuery = {
  /** The id of the seat. */
  seat_id: string;
};

/** The query parameters of: Submit an app for review. */
export type SubmitAppQuery = {
  /** The client id of the app. */
  client_id: string;
};

/** An endpoint that was subscribed. */
export type SubscribedWebhook = {
  /** The id of the endpoint. */
  id: string;
  /** The event types that the endpoint receives. */
  events: ('task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed')[];
};

/** The query parameters of: Use a scheduled signing secret now. */
export type SwitchWebhookSecretQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** A work item: its subject, assignee and due date. */
export type Task = {
  /** The id of the task. */
  id: string;
  /** The title of the task. */
  title: string;
  /** The description of the task. */
  description: string | null;
  /** The state of the task. Every change is allowed. */
  status: 'open' | 'in_progress' | 'completed' | 'cancelled';
  /** The urgency of the task. */
  priority: 'low' | 'medium' | 'high' | 'urgent';
  /** The origin of the task: the dashboard, this API, or an integration. */
  source: 'manual' | 'api' | 'integration';
  /** The caller's own reference of the task. */
  external_id: string | null;
  /** The user to whom the task is assigned. Null for nobody. */
  assigned_to: Person | null;
  /** The due date of the task. */
  due_date: string | null;
  /** The time at which the task was created. */
  created_at: string;
  /** The time at which the task was completed. Null before. */
  completed_at: string | null;
  /** The id of the session that last started or completed the task. Null without a session. */
  session_id: string | null;
};

/** Changes of a task. Omitted members stay, null clears a member. */
export type TaskChanges = {
  /** The title of the task. */
  title?: string | undefined;
  /** The description of the task. */
  description?: string | null | undefined;
  /** The state of the task. Every change is allowed. */
  status?: 'open' | 'in_progress' | 'completed' | 'cancelled' | undefined;
  /** The urgency of the task. */
  priority?: 'low' | 'medium' | 'high' | 'urgent' | undefined;
  /** The due date of the task. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  due_date?: string | null | undefined;
  /** The id of the assigned active user. Null for nobody. */
  assigned_to?: string | null | undefined;
};

/** The data of `task.completed`. */
export type TaskCompletedData = {
  /** The id of the task. */
  task_id: string;
  /** The title of the task. */
  title: string;
  /** The status before the change. */
  previous_status: 'open' | 'in_progress' | 'completed' | 'cancelled';
  /** The status after the change. */
  new_status: 'open' | 'in_progress' | 'completed' | 'cancelled';
  /** The caller's own reference of the task. */
  external_id: string | null;
  /** The origin of the task. */
  source: 'api' | 'manual' | 'integration';
  /** The integration that created the task, also if another caller changes it; null for a task of another source. */
  integration: EventIntegration | null;
  /** The id of the session that last started or completed the task. Null without a session. */
  session_id: string | null;
  /** The kind of caller that changed the status: a training session, a user, an integration or the API. */
  changed_by: 'session' | 'user' | 'integration' | 'api';
  /** The time at which the status changed. */
  changed_at: string;
  /** The kind of caller that completed the task, equal to `changed_by`. */
  completion_source: 'session' | 'user' | 'integration' | 'api';
  /** The time at which the task was completed. */
  completed_at: string;
  /** Null unless a session completed the task and has results */
  session_summary: SessionSummary | null;
};

/** The body of a delivery of `task.completed`. */
export type TaskCompletedEvent = {
  /** The type of the event. */
  event: 'task.completed';
  /** The id of the event. Every attempt carries the same id, so use it to detect duplicates. */
  event_id: string;
  /** The time of the event, in UTC. */
  timestamp: string;
  data: TaskCompletedData;
};

/** The data of `task.created`. */
export type TaskCreatedData = {
  /** The id of the task. */
  task_id: string;
  /** The title of the task. */
  title: string;
  /** The state of every new task. */
  status: 'open';
  /** The origin of the task. */
  source: 'api' | 'manual' | 'integration';
  /** The caller's own reference of the task. */
  external_id: string | null;
  /** The id of the user to whom the task is assigned. Null for nobody. */
  assigned_to: string | null;
  /** The time at which the task was created. */
  created_at: string;
};

/** The body of a delivery of `task.created`. */
export type TaskCreatedEvent = {
  /** The type of the event. */
  event: 'task.created';
  /** The id of the event. Every attempt carries the same id, so use it to detect duplicates. */
  event_id: string;
  /** The time of the event, in UTC. */
  timestamp: string;
  data: TaskCreatedData;
};

/** A page of tasks. */
export type TaskPage = {
  /** The tasks of this page, newest first. */
  tasks: Task[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The data of `task.status_changed`. */
export type TaskStatusChangedData = {
  /** The id of the task. */
  task_id: string;
  /** The title of the task. */
  title: string;
  /** The status before the change. */
  previous_status: 'open' | 'in_progress' | 'completed' | 'cancelled';
  /** The status after the change. */
  new_status: 'open' | 'in_progress' | 'completed' | 'cancelled';
  /** The caller's own reference of the task. */
  external_id: string | null;
  /** The origin of the task. */
  source: 'api' | 'manual' | 'integration';
  /** The integration that created the task, also if another caller changes it; null for a task of another source. */
  integration: EventIntegration | null;
  /** The id of the session that last started or completed the task. Null without a session. */
  session_id: string | null;
  /** The kind of caller that changed the status: a training session, a user, an integration or the API. */
  changed_by: 'session' | 'user' | 'integration' | 'api';
  /** The time at which the status changed. */
  changed_at: string;
};

/** The body of a delivery of `task.status_changed`. */
export type TaskStatusChangedEvent = {
  /** The type of the event. */
  event: 'task.status_changed';
  /** The id of the event. Every attempt carries the same id, so use it to detect duplicates. */
  event_id: string;
  /** The time of the event, in UTC. */
  timestamp: string;
  data: TaskStatusChangedData;
};

/** A procedure that a session taught. */
export type TaughtProcedure = {
  /** The id of the procedure. */
  procedure_id: string;
  /** The name of the step. */
  title: string;
};

/** A sample event to send. */
export type TestEvent = {
  /** The type of the sample. Defaults to the first type of the endpoint. */
  event?: 'task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed' | undefined;
};

/** The exchange of a refresh token for the next tokens. */
export type TokenRefresh = {
  /** The grant type of a refresh token. */
  grant_type: 'refresh_token';
  /** The latest refresh token; it works once. */
  refresh_token: string;
  /** A subset of the granted scopes for this access token, separated by spaces. */
  scope?: string | undefined;
  /** The id of the app. Omit it with HTTP Basic. */
  client_id?: string | undefined;
  /** The secret of the app. Omit it with HTTP Basic. */
  client_secret?: string | undefined;
};

/** A token to revoke. */
export type TokenRevocation = {
  /** An access token. A refresh token is revoked together with all tokens that it issued. */
  token: string;
  /** The id of the app. Omit it with HTTP Basic. */
  client_id?: string | undefined;
  /** The secret of the app. Omit it with HTTP Basic. */
  client_secret?: string | undefined;
};

/** An access token and the next refresh token. */
export type Tokens = {
  /** The token to send as `Authorization: Bearer`. */
  access_token: string;
  /** The refresh token, which is valid for 30 days and works once. */
  refresh_token: string;
  /** The type of the access token. */
  token_type: 'Bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
  /** The granted scopes, separated by spaces */
  scope: string;
};

/** The query parameters of: Unsubscribe an endpoint. */
export type UnsubscribeWebhookQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** An endpoint that was unsubscribed. */
export type UnsubscribedWebhook = {
  /** Always true: the endpoint gets no more events. */
  success: true;
};

/** The query parameters of: Change an app. */
export type UpdateAppQuery = {
  /** The client id of the app. */
  client_id: string;
};

/** The query parameters of: Change a form. */
export type UpdateFormQuery = {
  /** The id of the form. */
  id: string;
};

/** The query parameters of: Change the expiry and the allowed networks of a key. */
export type UpdateKeyQuery = {
  /** The id of the key. */
  key_id: string;
};

/** The query parameters of: Change, assign or release a seat. */
export type UpdateSeatQuery = {
  /** The id of the seat. */
  seat_id: string;
};

/** The query parameters of: Change a session. */
export type UpdateSessionQuery = {
  /** The id of the session. */
  session_id: string;
};

/** The query parameters of: Change a task. */
export type UpdateTaskQuery = {
  /** The id of the task. */
  task_id: string;
};

/** The query parameters of: Change an endpoint. */
export type UpdateWebhookQuery = {
  /** The id of the endpoint. */
  endpoint_id: string;
};

/** The usage of an account in a period. */
export type Usage = {
  /** Training sessions that were started. */
  sessions: number;
  /** Training sessions that failed. */
  sessions_failed: number;
  /** Minutes of the sessions. Started minutes count as whole minutes. */
  minutes: number;
  /** Tasks that were created. */
  tasks_created: number;
  /** Tasks that were completed. */
  tasks_completed: number;
  /** Executions of skills, without test runs. */
  skills_run: number;
  /** Executions of skills that failed, without test runs. */
  skills_failed: number;
};

/** The usage of an account in a period: its rows, the `total`, and the usage `before` it, in an equally long period. */
export type UsageReport = {
  /** One row for each period, the earliest first. */
  rows: UsageRow[];
  total: Usage;
  before: Usage;
};

/** The usage of an account in a day, a week or a month. */
export type UsageRow = {
  /** YYYY-MM-DD; a week starts on Monday */
  starts_on: string;
  /** Training sessions that were started. */
  sessions: number;
  /** Training sessions that failed. */
  sessions_failed: number;
  /** Minutes of the sessions. Started minutes count as whole minutes. */
  minutes: number;
  /** Tasks that were created. */
  tasks_created: number;
  /** Tasks that were completed. */
  tasks_completed: number;
  /** Executions of skills, without test runs. */
  skills_run: number;
  /** Executions of skills that failed, without test runs. */
  skills_failed: number;
};

/** An admin or member of the account. */
export type User = {
  /** The id of the user. */
  id: string;
  /** The email address, in lower case. */
  email: string;
  /** The display name of the user. */
  full_name: string;
  /** The role of the seat. Without a seat, the role in the account. */
  role: 'trainer' | 'trainee' | 'tenant_admin';
  /** `active` if the user can sign in and work. */
  status: 'active' | 'inactive';
  /** The seat of the user; null until one is assigned. */
  seat: UserSeat | null;
  /** The start of the last training session. Null before the first session */
  last_session_at: string | null;
  /** The number of training sessions. */
  total_sessions: number;
  /** The total duration of all training sessions, in minutes. */
  total_minutes: number;
  /** The time at which the user was invited or created. */
  created_at: string;
};

/** A page of users. */
export type UserPage = {
  /** The users of this page, newest first. */
  users: User[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The seat of a user. */
export type UserSeat = {
  /** The id of the seat. */
  id: string;
  /** The name of the glasses. */
  device_name: string;
  /** True if glasses are paired with the seat. */
  device_token_set: boolean;
};

/** An endpoint, without its secrets. */
export type Webhook = {
  /** The id of the endpoint. */
  id: string;
  /** The display name of the endpoint. */
  name: string | null;
  /** The URL that deliveries are sent to. */
  url: string;
  /** The event types that the endpoint receives. */
  events: ('task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed')[];
  /** True if an app or an automation platform manages the endpoint. */
  is_managed: boolean;
  /** The time at which the endpoint was paused. Null while its events are sent. */
  paused_at: string | null;
  /** The number of deliveries that failed permanently. */
  failure_count: number;
  /** The time at which an event was last sent to the endpoint. */
  last_triggered_at: string | null;
  /** The time from which the newest secret signs `X-Webhook-Signature`; it can be in the past. Null if the secret has been used since its creation. */
  secret_switches_at: string | null;
  /** The time at which the endpoint was subscribed. */
  created_at: string;
};

/** The changes of an endpoint. Omitted members stay unchanged. */
export type WebhookChanges = {
  /** The display name of the endpoint. */
  name?: string | null | undefined;
  /** The public https URL that deliveries are sent to. */
  url?: string | undefined;
  /** The event types that the endpoint receives. */
  events?: ('task.created' | 'task.status_changed' | 'task.completed' | 'session.started' | 'session.completed' | 'skill.executed')[] | undefined;
};

/** The delivery results of one day. */
export type WebhookDay = {
  /** YYYY-MM-DD, in UTC */
  day: string;
  /** The number of delivered events. */
  delivered: number;
  /** The number of events that failed permanently. */
  failed: number;
};

/** The delivery results of an endpoint in the last week. */
export type WebhookHealth = {
  /** The id of the endpoint. */
  endpoint_id: string;
  /** The number of deliveries that wait now. */
  waiting: number;
  /** The last seven days, the oldest first. */
  days: WebhookDay[];
};

/** The delivery results of all endpoints in the last week. */
export type WebhookHealthList = {
  /** Every endpoint of the account. */
  endpoints: WebhookHealth[];
};

/** A page of endpoints. */
export type WebhookPage = {
  /** The endpoints of this page. */
  endpoints: Webhook[];
  /** The total number of matching records on all pages. */
  total: number;
  /** The page size that was requested. */
  limit: number;
  /** The number of records before this page. */
  offset: number;
};

/** The time at which a new secret takes effect. */
export type WebhookRotation = {
  /** The time from which the new secret signs `X-Webhook-Signature`. Defaults to now; a time in the past means now. ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to 9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated. */
  switches_at?: string | undefined;
};

/** The signing secret of an endpoint. */
export type WebhookSecret = {
  /** The secret that signs `X-Webhook-Signature`: 64 hexadecimal characters. */
  secret: string;
  /** The signing secret in the format of Standard Webhooks libraries. */
  standard_secret: string;
};

/** The body of a webhook delivery; `event` distinguishes the event types. */
export type WebhookEvent = TaskCreatedEvent | TaskStatusChangedEvent | TaskCompletedEvent | SessionStartedEvent | SessionCompletedEvent | SkillExecutedEvent;

/** The code of an error. */
export type ErrorCode = ErrorBody['error'];

/** The input and the response of each operation. */
export type Operations = {
  /** List tasks, or get one task. */
  listTasks: { input: { query?: ListTasksQuery | undefined; }; answer: TaskPage | Task };
  /** Create a task. */
  createTask: { input: { body: NewTask; }; answer: Task };
  /** Change a task. */
  updateTask: { input: { query: UpdateTaskQuery; body?: TaskChanges | undefined; }; answer: Task };
  /** List sessions, or get one session. */
  listSessions: { input: { query?: ListSessionsQuery | undefined; }; answer: SessionPage | Session };
  /** Change a session. */
  updateSession: { input: { query: UpdateSessionQuery; body?: SessionChanges | undefined; }; answer: Session };
  /** Delete a session. */
  deleteSession: { input: { query: DeleteSessionQuery; }; answer: DeletedSession };
  /** List users, or get one user. */
  listUsers: { input: { query?: ListUsersQuery | undefined; }; answer: UserPage | User };
  /** Invite a user. */
  inviteUser: { input: { body: Invitee; }; answer: Invited };
  /** Execute a skill. */
  executeSkill: { input: { body: SkillExecution; }; answer: SkillOutput };
  /** List forms, browse the library, or get one form. */
  listForms: { input: { query?: ListFormsQuery | undefined; }; answer: FormPage | Form };
  /** Create a form, or import one from the library. */
  createForm: { input: { body: NewForm | FormImport; }; answer: Form };
  /** Change a form. */
  updateForm: { input: { query: UpdateFormQuery; body?: FormChanges | undefined; }; answer: Form };
  /** Delete a form. */
  deleteForm: { input: { query: DeleteFormQuery; }; answer: DeletedForm };
  /** Check an endpoint. */
  checkWebhook: { input: { query: CheckWebhookQuery; }; answer: FoundWebhook | MissingWebhook };
  /** Subscribe an endpoint to events. */
  subscribeWebhook: { input: { body: NewWebhook; }; answer: SubscribedWebhook };
  /** Unsubscribe an endpoint. */
  unsubscribeWebhook: { input: { query: UnsubscribeWebhookQuery; }; answer: UnsubscribedWebhook };
  /** Exchange a code or refresh tokens. */
  exchangeToken: { input: { body: CodeExchange | TokenRefresh; }; answer: Tokens };
  /** Revoke a token. */
  revokeToken: { input: { body: TokenRevocation; }; answer: RevokedToken };
  /** List endpoints. */
  listWebhooks: { input: { query?: ListWebhooksQuery | undefined; }; answer: WebhookPage };
  /** Change an endpoint. */
  updateWebhook: { input: { query: UpdateWebhookQuery; body?: WebhookChanges | undefined; }; answer: Webhook };
  /** Read an endpoint. */
  getWebhook: { input: { query: GetWebhookQuery; }; answer: Webhook };
  /** Replace the signing secret of an endpoint. */
  rotateWebhookSecret: { input: { query: RotateWebhookSecretQuery; body?: WebhookRotation | undefined; }; answer: RotatedWebhookSecret };
  /** Cancel a scheduled signing secret. */
  cancelWebhookRotation: { input: { query: CancelWebhookRotationQuery; }; answer: Webhook };
  /** Use a scheduled signing secret now. */
  switchWebhookSecret: { input: { query: SwitchWebhookSecretQuery; }; answer: Webhook };
  /** Pause an endpoint. */
  pauseWebhook: { input: { query: PauseWebhookQuery; }; answer: Webhook };
  /** Resume an endpoint. */
  resumeWebhook: { input: { query: ResumeWebhookQuery; }; answer: Webhook };
  /** Set the failure count of an endpoint to zero. */
  resetWebhookFailures: { input: { query: ResetWebhookFailuresQuery; }; answer: Webhook };
  /** Read the delivery results of the last week. */
  listWebhookHealth: { input: {}; answer: WebhookHealthList };
  /** Send a test event to an endpoint. */
  sendTestEvent: { input: { query: SendTestEventQuery; body?: TestEvent | undefined; }; answer: SentTestEvent };
  /** List deliveries. */
  listDeliveries: { input: { query?: ListDeliveriesQuery | undefined; }; answer: DeliveryPage };
  /** Read a delivery and its attempts. */
  getDelivery: { input: { query: GetDeliveryQuery; }; answer: DeliveryDetail };
  /** Retry a delivery. */
  retryDelivery: { input: { query: RetryDeliveryQuery; }; answer: QueuedDelivery };
  /** Read the progress of a retry. */
  getRetry: { input: { query: GetRetryQuery; }; answer: Retry };
  /** Retry all deliveries that failed since a time. */
  retryDeliveries: { input: { body: NewRetry; }; answer: Retry };
  /** List keys. */
  listKeys: { input: { query?: ListKeysQuery | undefined; }; answer: KeyPage };
  /** Create a key. */
  createKey: { input: { body: NewKey; }; answer: CreatedKey };
  /** Change the expiry and the allowed networks of a key. */
  updateKey: { input: { query: UpdateKeyQuery; body?: KeyChanges | undefined; }; answer: Key };
  /** Revoke a key. */
  revokeKey: { input: { query: RevokeKeyQuery; }; answer: RevokedKey };
  /** Replace a key by a new one. */
  rollKey: { input: { query: RollKeyQuery; }; answer: CreatedKey };
  /** List seats. */
  listSeats: { input: { query?: ListSeatsQuery | undefined; }; answer: SeatPage };
  /** Create a seat. */
  createSeat: { input: { body: NewSeat; }; answer: CreatedSeat };
  /** Change, assign or release a seat. */
  updateSeat: { input: { query: UpdateSeatQuery; body?: SeatChanges | undefined; }; answer: ChangedSeat };
  /** Read a seat. */
  getSeat: { input: { query: GetSeatQuery; }; answer: Seat };
  /** Unpair the glasses of a seat. */
  revokeDevice: { input: { query: RevokeDeviceQuery; }; answer: ChangedSeat };
  /** Start pairing the glasses of a seat. */
  startPairing: { input: { query: StartPairingQuery; }; answer: PairingCode };
  /** List integrations. */
  listIntegrations: { input: { query?: ListIntegrationsQuery | undefined; }; answer: IntegrationPage };
  /** Create an integration. */
  createIntegration: { input: { body: NewIntegration; }; answer: CreatedIntegration };
  /** Revoke an integration. */
  revokeIntegration: { input: { query: RevokeIntegrationQuery; }; answer: RevokedIntegration };
  /** Replace the secret of an integration. */
  rotateIntegrationSecret: { input: { query: RotateIntegrationSecretQuery; }; answer: IntegrationSecret };
  /** List own apps. */
  listApps: { input: { query?: ListAppsQuery | undefined; }; answer: AppPage };
  /** Register an app. */
  createApp: { input: { body: NewApp; }; answer: AppSecret };
  /** Change an app. */
  updateApp: { input: { query: UpdateAppQuery; body?: AppChanges | undefined; }; answer: App };
  /** Delete an app. */
  deleteApp: { input: { query: DeleteAppQuery; }; answer: DeletedApp };
  /** Read an app. */
  getApp: { input: { query: GetAppQuery; }; answer: App };
  /** Replace the secret of an app. */
  rotateAppSecret: { input: { query: RotateAppSecretQuery; }; answer: AppSecret };
  /** Submit an app for review. */
  submitApp: { input: { query: SubmitAppQuery; }; answer: App };
  /** List documents. */
  listDocuments: { input: { query?: ListDocumentsQuery | undefined; }; answer: DocumentPage };
  /** Upload a document. */
  uploadDocument: { input: { body: NewDocument; }; answer: KnowledgeDocument };
  /** Replace a document. */
  replaceDocument: { input: { query: ReplaceDocumentQuery; body: NewContent; }; answer: KnowledgeDocument };
  /** Delete a document. */
  deleteDocument: { input: { query: DeleteDocumentQuery; }; answer: Deleted };
  /** Process a document again. */
  reprocessDocument: { input: { query: ReprocessDocumentQuery; }; answer: KnowledgeDocument };
  /** List collections of documents. */
  listCollections: { input: { query?: ListCollectionsQuery | undefined; }; answer: CollectionPage };
  /** Delete an empty collection. */
  deleteCollection: { input: { query: DeleteCollectionQuery; }; answer: Deleted };
  /** Read the language that documents are searched in. */
  getKnowledgeLanguage: { input: {}; answer: KnowledgeLanguage };
  /** Change the language that documents are searched in. */
  updateKnowledgeLanguage: { input: { body: NewLanguage; }; answer: KnowledgeLanguage };
  /** Search the knowledge base. */
  searchKnowledge: { input: { query: SearchKnowledgeQuery; }; answer: PassageList };
  /** List the skills that the account may execute. */
  listSkills: { input: { query?: ListSkillsQuery | undefined; }; answer: SkillPage };
  /** Read the usage of a period. */
  getUsage: { input: { query: GetUsageQuery; }; answer: UsageReport };
  /** Receive events without a public address. */
  listenEvents: { input: { query?: ListenEventsQuery | undefined; }; answer: ListenedEvents };
  /** Read the signing secret of events received without an address. */
  getEventSecret: { input: {}; answer: WebhookSecret };
  /** Identify the caller's key or token. */
  getIdentity: { input: {}; answer: Identity };
  /** List API requests. */
  listRequests: { input: { query?: ListRequestsQuery | undefined; }; answer: RequestPage };
  /** Invite a member or an admin. */
  createInvitation: { input: { body: NewInvitation; }; answer: Invited };
  /** Deactivate a user. */
  deactivateUser: { input: { query: DeactivateUserQuery; body?: Deactivation | undefined; }; answer: User };
  /** Reactivate a user. */
  reactivateUser: { input: { query: ReactivateUserQuery; }; answer: User };
  /** List form submissions. */
  listSubmissions: { input: { query?: ListSubmissionsQuery | undefined; }; answer: FormSubmissionPage };
  /** Read a form submission. */
  getSubmission: { input: { query: GetSubmissionQuery; }; answer: FormSubmission };
  /** Export the submissions of a form as CSV. */
  exportSubmissions: { input: { query: ExportSubmissionsQuery; }; answer: string };
  /** List procedures. */
  listProcedures: { input: { query?: ListProceduresQuery | undefined; }; answer: ProcedurePage };
  /** Approve or reject a procedure. */
  reviewProcedure: { input: { query: ReviewProcedureQuery; body: Review; }; answer: CatalogueEntry };
  /** Read a procedure. */
  getProcedure: { input: { query: GetProcedureQuery; }; answer: CatalogueEntry };
  /** List deletions of sessions. */
  listDeletions: { input: { query?: ListDeletionsQuery | undefined; }; answer: SessionDeletionPage };
  /** Read the state of a deletion. */
  getDeletion: { input: { query: GetDeletionQuery; }; answer: SessionDeletion };
};

type Call = readonly ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, boolean];

/** Method and path of each operation; true if it can be retried after a lost response. */
export const CALLS: Record<keyof Operations, Call> = {
  listTasks: ['GET', 'api-tenant-tasks', true],
  createTask: ['POST', 'api-tenant-tasks', true],
  updateTask: ['PATCH', 'api-tenant-tasks', true],
  listSessions: ['GET', 'api-tenant-sessions', true],
  updateSession: ['PATCH', 'api-tenant-sessions', true],
  deleteSession: ['DELETE', 'api-tenant-sessions', true],
  listUsers: ['GET', 'api-tenant-users', true],
  inviteUser: ['POST', 'api-tenant-users', true],
  executeSkill: ['POST', 'api-tenant-skills-execute', true],
  listForms: ['GET', 'api-tenant-forms', true],
  createForm: ['POST', 'api-tenant-forms', true],
  updateForm: ['PUT', 'api-tenant-forms', true],
  deleteForm: ['DELETE', 'api-tenant-forms', true],
  checkWebhook: ['GET', 'webhook-subscribe', true],
  subscribeWebhook: ['POST', 'webhook-subscribe', true],
  unsubscribeWebhook: ['DELETE', 'webhook-subscribe', true],
  exchangeToken: ['POST', 'oauth-token', false],
  revokeToken: ['POST', 'oauth-revoke', false],
  listWebhooks: ['GET', 'endpoints', true],
  updateWebhook: ['PATCH', 'endpoints', true],
  getWebhook: ['GET', 'endpoint', true],
  rotateWebhookSecret: ['POST', 'endpoints/rotate', true],
  cancelWebhookRotation: ['DELETE', 'endpoints/rotate', true],
  switchWebhookSecret: ['POST', 'endpoints/switch', true],
  pauseWebhook: ['POST', 'endpoints/pause', true],
  resumeWebhook: ['POST', 'endpoints/resume', true],
  resetWebhookFailures: ['POST', 'endpoints/reset', true],
  listWebhookHealth: ['GET', 'endpoints/health', true],
  sendTestEvent: ['POST', 'endpoints/test', true],
  listDeliveries: ['GET', 'deliveries', true],
  getDelivery: ['GET', 'delivery', true],
  retryDelivery: ['POST', 'delivery/retry', true],
  getRetry: ['GET', 'retries', true],
  retryDeliveries: ['POST', 'retries', true],
  listKeys: ['GET', 'keys', true],
  createKey: ['POST', 'keys', true],
  updateKey: ['PATCH', 'keys', true],
  revokeKey: ['DELETE', 'keys', true],
  rollKey: ['POST', 'keys/roll', true],
  listSeats: ['GET', 'seats', true],
  createSeat: ['POST', 'seats', true],
  updateSeat: ['PATCH', 'seats', true],
  getSeat: ['GET', 'seat', true],
  revokeDevice: ['DELETE', 'seats/device', true],
  startPairing: ['POST', 'seats/pairing', true],
  listIntegrations: ['GET', 'integrations', true],
  createIntegration: ['POST', 'integrations', true],
  revokeIntegration: ['DELETE', 'integrations', true],
  rotateIntegrationSecret: ['POST', 'integrations/secret', true],
  listApps: ['GET', 'apps', true],
  createApp: ['POST', 'apps', true],
  updateApp: ['PATCH', 'apps', true],
  deleteApp: ['DELETE', 'apps', true],
  getApp: ['GET', 'app', true],
  rotateAppSecret: ['POST', 'apps/secret', true],
  submitApp: ['POST', 'apps/review', true],
  listDocuments: ['GET', 'documents', true],
  uploadDocument: ['POST', 'documents', true],
  replaceDocument: ['PUT', 'documents', true],
  deleteDocument: ['DELETE', 'documents', true],
  reprocessDocument: ['POST', 'documents/process', true],
  listCollections: ['GET', 'collections', true],
  deleteCollection: ['DELETE', 'collections', true],
  getKnowledgeLanguage: ['GET', 'knowledge/language', true],
  updateKnowledgeLanguage: ['PATCH', 'knowledge/language', true],
  searchKnowledge: ['GET', 'knowledge/search', true],
  listSkills: ['GET', 'skills', true],
  getUsage: ['GET', 'usage', true],
  listenEvents: ['GET', 'events', true],
  getEventSecret: ['GET', 'events/secret', true],
  getIdentity: ['GET', 'whoami', true],
  listRequests: ['GET', 'requests', true],
  createInvitation: ['POST', 'invitations', true],
  deactivateUser: ['POST', 'users/deactivate', true],
  reactivateUser: ['POST', 'users/reactivate', true],
  listSubmissions: ['GET', 'submissions', true],
  getSubmission: ['GET', 'submission', true],
  exportSubmissions: ['GET', 'submissions/export', true],
  listProcedures: ['GET', 'procedures', true],
  reviewProcedure: ['PATCH', 'procedures', true],
  getProcedure: ['GET', 'procedure', true],
  listDeletions: ['GET', 'deletions', true],
  getDeletion: ['GET', 'deletion', true],
};

