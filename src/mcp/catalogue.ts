/** The effect of a tool on the data. */
type Effect = 'reads' | 'adds' | 'changes' | 'ends';

export type Entry = {
  /** The operation that it runs. */
  operation: string;
  effect: Effect;
  description: string;
  /** Members of the input that an agent is not offered. */
  unasked?: readonly string[];
  /** Members of the answer that an agent is not shown. */
  hidden?: readonly string[];
};

/** Members of a task that its writer has just sent; the answer leaves them out. */
const REPEATED = ['description', 'source', 'external_id', 'session_id'];
/** Members of an endpoint that a pause does not change; the answer leaves them out. */
const STANDING = [
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
 * The tools, in the order of a day's work. None gives or takes a secret or the bytes of a file: a context is no place
 * for them.
 */
export const CATALOGUE: Readonly<Record<string, Entry>> = {
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
    hidden: REPEATED,
  },
  update_task: {
    operation: 'updateTask',
    effect: 'changes',
    description: 'Change a task. Only what is sent changes.',
    hidden: REPEATED,
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
    description: 'The people of the account, or one by user_id.',
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
    description: 'Documents of the knowledge base.',
    hidden: ['bytes', 'uploaded_by', 'updated_at'],
  },
  list_forms: {
    operation: 'listForms',
    effect: 'reads',
    description: 'Forms to fill in, of the account or of the library.',
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
    description: 'Endpoints that events are sent to.',
    hidden: ['is_managed', 'secret_switches_at', 'created_at'],
  },
  pause_webhook: {
    operation: 'pauseWebhook',
    effect: 'changes',
    description: 'Let the events of an endpoint wait.',
    hidden: STANDING,
  },
  resume_webhook: {
    operation: 'resumeWebhook',
    effect: 'changes',
    description: 'Send the events that wait for an endpoint.',
    hidden: STANDING,
  },
  send_test_event: {
    operation: 'sendTestEvent',
    effect: 'adds',
    description: 'Send a sample event to an endpoint.',
  },
  list_deliveries: {
    operation: 'listDeliveries',
    effect: 'reads',
    description: 'Deliveries of events, newest first.',
    unasked: ['event_id'],
    hidden: ['url'],
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
    description: 'Attempt a settled delivery once more.',
  },
  retry_deliveries: {
    operation: 'retryDeliveries',
    effect: 'adds',
    description: 'Attempt all deliveries again that failed since a time.',
  },
  list_seats: {
    operation: 'listSeats',
    effect: 'reads',
    description: 'Glasses of the account and who wears them.',
    hidden: ['device_serial', 'device_model', 'device_token_last4', 'paired_at', 'created_at'],
  },
  list_integrations: {
    operation: 'listIntegrations',
    effect: 'reads',
    description: 'Outside systems that push work in.',
    hidden: ['last4'],
  },
  list_keys: {
    operation: 'listKeys',
    effect: 'reads',
    description: 'API keys, without their secrets.',
    hidden: ['last4', 'allowed_addresses'],
  },
  revoke_key: {
    operation: 'revokeKey',
    effect: 'ends',
    description: 'Revoke an API key for good: its next request is refused.',
  },
  get_usage: {
    operation: 'getUsage',
    effect: 'reads',
    description: "The account's usage in a period and in the period before it.",
  },
};

/** The annotations from which a client describes the effect to its user. */
export function annotationsOf(effect: Effect): Record<string, boolean> {
  if (effect === 'reads') return { readOnlyHint: true };
  return {
    destructiveHint: effect === 'ends',
    ...(effect !== 'adds' && { idempotentHint: true }),
  };
}
