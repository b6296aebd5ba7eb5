/** The effect of a tool on the data. */
type Effect = 'reads' | 'adds' | 'changes' | 'ends';

export type ToolDeclaration = {
  /** The id of the operation that the tool runs. */
  operation: string;
  effect: Effect;
  description: string;
  /** Members of the input that the tool does not offer. */
  unasked?: readonly string[];
  /** Members of the response that the tool removes. */
  hidden?: readonly string[];
};

/** Members of a task that the agent has just sent; the result omits them to save tokens. */
const MEMBERS_SENT_BY_AGENT = ['description', 'source', 'external_id', 'session_id'];
/** Members of an endpoint that pausing does not change; the result omits them to save tokens. */
const MEMBERS_UNCHANGED_BY_PAUSE = [
  'name',
  'url',
  'events',
  'is_managed',
  'failure_count',
  'last_triggered_at',
  'created_at',
  'secret_switches_at',
];

/**
 * All tools, in the order in which an agent usually needs them. No tool accepts or returns secrets or file contents,
 * because they would enter the context of a model.
 */
export const CATALOGUE: Readonly<Record<string, ToolDeclaration>> = {
  list_tasks: {
    operation: 'listTasks',
    effect: 'reads',
    description: 'Tasks, newest first, or one task by task_id.',
    unasked: ['source'],
  },
  create_task: {
    operation: 'createTask',
    effect: 'adds',
    description: 'Create an open task.',
    hidden: MEMBERS_SENT_BY_AGENT,
  },
  update_task: {
    operation: 'updateTask',
    effect: 'changes',
    description: 'Change a task. Omitted members stay.',
    hidden: MEMBERS_SENT_BY_AGENT,
  },
  list_sessions: {
    operation: 'listSessions',
    effect: 'reads',
    description: 'Training sessions on the glasses, newest first, or one by session_id.',
    hidden: ['procedures_count', 'thumbnail_url', 'video_url'],
  },
  list_users: {
    operation: 'listUsers',
    effect: 'reads',
    description: 'Users of the account, or one by user_id.',
  },
  list_skills: {
    operation: 'listSkills',
    effect: 'reads',
    description: 'Skills to run.',
    hidden: ['owner', 'response_target', 'created_at', 'updated_at'],
  },
  run_skill: {
    operation: 'executeSkill',
    effect: 'adds',
    description: 'Run a skill and get its output. It may send data to other systems.',
    unasked: ['session_context'],
  },
  search_knowledge: {
    operation: 'searchKnowledge',
    effect: 'reads',
    description: 'Passages of the documents that answer a question, the best first.',
    hidden: ['highlighted'],
  },
  list_documents: {
    operation: 'listDocuments',
    effect: 'reads',
    unasked: ['search'],
    description: 'Documents of the knowledge base.',
    hidden: ['bytes', 'uploaded_by', 'updated_at'],
  },
  list_forms: {
    operation: 'listForms',
    effect: 'reads',
    description: 'Forms of the account or of the library.',
    unasked: ['id'],
    hidden: [
      'fields',
      'template_image_url',
      'template_mime_type',
      'imported_from',
      'created_at',
      'updated_at',
    ],
  },
  list_submissions: {
    operation: 'listSubmissions',
    effect: 'reads',
    description: 'Filled forms, newest first.',
    hidden: ['fields', 'user_id', 'submitted_by'],
  },
  list_procedures: {
    operation: 'listProcedures',
    effect: 'reads',
    unasked: ['recorded_by', 'search'],
    description: 'Procedures from sessions, newest first. Glasses show approved ones.',
    hidden: ['thumbnail_url', 'reviewed_by', 'recorded_at', 'created_at', 'start_seconds', 'end_seconds'],
  },
  review_procedure: {
    operation: 'reviewProcedure',
    effect: 'changes',
    description: 'Approve or reject a procedure. A rejection needs notes.',
    hidden: [
      'description',
      'clip_url',
      'thumbnail_url',
      'start_seconds',
      'end_seconds',
      'session_id',
      'session_name',
      'recorded_by',
      'recorded_at',
      'reviewed_by',
      'reviewer',
      'created_at',
    ],
  },
  list_webhooks: {
    operation: 'listWebhooks',
    effect: 'reads',
    unasked: ['search', 'sort'],
    description: 'Webhook endpoints.',
    hidden: ['is_managed', 'secret_switches_at', 'created_at'],
  },
  pause_webhook: {
    operation: 'pauseWebhook',
    effect: 'changes',
    description: 'Pause an endpoint: its deliveries wait.',
    hidden: MEMBERS_UNCHANGED_BY_PAUSE,
  },
  resume_webhook: {
    operation: 'resumeWebhook',
    effect: 'changes',
    description: 'Resume an endpoint and send its waiting deliveries.',
    hidden: MEMBERS_UNCHANGED_BY_PAUSE,
  },
  send_test_event: {
    operation: 'sendTestEvent',
    effect: 'adds',
    description: 'Send a sample event to an endpoint.',
  },
  list_deliveries: {
    operation: 'listDeliveries',
    effect: 'reads',
    description: 'Deliveries, newest first.',
    unasked: ['event_id'],
    hidden: ['settled_at', 'due_at', 'url'],
  },
  explain_delivery: {
    operation: 'explainDelivery',
    effect: 'reads',
    description: 'The result of a delivery, with every attempt.',
    hidden: ['dns_ms', 'connect_ms', 'first_byte_ms', 'address', 'settled_at', 'due_at', 'created_at'],
  },
  retry_delivery: {
    operation: 'retryDelivery',
    effect: 'adds',
    description: 'Retry a settled delivery.',
  },
  retry_deliveries: {
    operation: 'retryDeliveries',
    effect: 'adds',
    description: 'Retry all deliveries that failed since a time.',
  },
  list_seats: {
    operation: 'listSeats',
    effect: 'reads',
    unasked: ['search', 'sort', 'device', 'user_id'],
    description: 'Seats with glasses and users.',
    hidden: ['device_serial', 'device_model', 'device_token_last4', 'paired_at', 'created_at'],
  },
  list_integrations: {
    operation: 'listIntegrations',
    effect: 'reads',
    description: 'Outside systems that push tasks.',
    hidden: ['last4'],
  },
  list_keys: {
    operation: 'listKeys',
    effect: 'reads',
    unasked: ['search', 'key_ids'],
    description: 'API keys, without their secrets.',
    hidden: ['last4', 'allowed_addresses'],
  },
  revoke_key: {
    operation: 'revokeKey',
    effect: 'ends',
    description: 'Revoke an API key permanently: its next request is rejected.',
  },
  get_usage: {
    operation: 'getUsage',
    effect: 'reads',
    description: "The account's usage in a period and in the period before it.",
  },
};

/** The MCP annotations from which a client tells its user the effect of a tool. */
export function annotationsOf(effect: Effect): Record<string, boolean> {
  if (effect === 'reads') return { readOnlyHint: true };
  return {
    destructiveHint: effect === 'ends',
    ...(effect !== 'adds' && { idempotentHint: true }),
  };
}
