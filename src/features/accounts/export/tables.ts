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
  account_removals: "the platform's own record of a deletion",
  bundles: 'belong to the platform',
  bundle_skills: 'belong to the platform',
  bundle_collections: 'belong to the platform',
  count_cells: 'counts of the records',
  count_deltas: 'counts of the records',
  count_ledgers: 'counts of the records',
  count_splits: 'counts of the records',
  email_addresses: 'each is in users',
  email_changes: 'let people in',
  idempotency_keys: 'answers kept for a day, so that a request may be repeated',
  knowledge_passages: 'what documents are searched by, made of their files',
  knowledge_words: 'what documents are searched by, made of their files',
  mails: 'letters on their way, with links that let people in',
  oauth_access_tokens: 'let apps in',
  oauth_authorizations: 'let apps in',
  oauth_refresh_tokens: 'let apps in',
  pairing_codes: 'let glasses in',
  password_resets: 'let people in',
  recovery_codes: 'let people in',
  second_factors: 'let people in',
  webhook_queue: 'attempts to come of what is in webhook_deliveries',
  webhook_retries: 'work in hand',
};

/** Columns with keys of stored files, by table. */
export const FILE_KEY_COLUMNS_BY_TABLE: Record<string, readonly string[]> = {
  forms: ['template_key', 'thumbnail_key'],
  knowledge_documents: ['file_key'],
};
