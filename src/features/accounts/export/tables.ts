/**
 * The exported tables, each with the columns that are not exported. Columns of type `bytea` are never exported, because
 * they contain hashes and encrypted secrets.
 */
export const HIDDEN_COLUMNS_BY_EXPORTED_TABLE: Record<string, readonly string[]> = {
  users: ['password_hash', 'unswept_texts'],
  invitations: [],
  browser_sessions: [],
  seats: [],
  tasks: [],
  task_changes: [],
  sessions: [],
  procedures: [],
  core_deletions: ['claim_id', 'due_at', 'not_before'],
  deletion_endpoints: [],
  forms: ['thumbnail_due_at', 'thumbnail_attempts', 'thumbnail_fault'],
  form_submissions: [],
  skills: [],
  skill_executions: ['closes_at', 'error_details'],
  knowledge_collections: [],
  knowledge_documents: ['claim_id', 'due_at', 'attempts', 'reason_details'],
  bundle_allocations: [],
  bundle_procedures: [],
  bundle_seats: [],
  webhook_endpoints: [],
  webhook_inboxes: [],
  webhook_arrivals: [],
  events: [],
  webhook_deliveries: [],
  webhook_attempts: [],
  oauth_apps: [],
  oauth_app_reviews: [],
  oauth_grants: [],
  api_keys: [],
  integrations: [],
  request_log: [],
  request_days: [],
  audit_entries: [],
};

/** Tables with rows of accounts that are not exported, each with the reason. */
export const EXCLUSION_REASON_BY_TABLE: Record<string, string> = {
  account_removals: "the platform's record of the removal",
  bundles: 'belong to the platform',
  bundle_skills: 'belong to the platform',
  bundle_collections: 'belong to the platform',
  count_cells: 'derived from the records',
  count_deltas: 'derived from the records',
  count_ledgers: 'derived from the records',
  count_splits: 'derived from the records',
  email_addresses: 'also in users',
  email_changes: 'credentials of users',
  idempotency_keys: 'stored responses, deleted after a day',
  knowledge_passages: 'search index, derived from the files',
  knowledge_words: 'search index, derived from the files',
  mails: 'queued emails, whose links are credentials',
  oauth_access_tokens: 'credentials of apps',
  oauth_authorizations: 'credentials of apps',
  oauth_refresh_tokens: 'credentials of apps',
  pairing_codes: 'credentials of glasses',
  password_resets: 'credentials of users',
  recovery_codes: 'credentials of users',
  second_factors: 'credentials of users',
  webhook_queue: 'queue of the rows in webhook_deliveries',
  webhook_retries: 'background work',
};

/** Columns with keys of stored files, by table. */
export const FILE_KEY_COLUMNS_BY_TABLE: Record<string, readonly string[]> = {
  forms: ['template_key', 'thumbnail_key'],
  knowledge_documents: ['file_key'],
};
