import { ALL_SCOPES } from '../../../../src/access/scopes.ts';
import {
  byValue,
  byText,
  BY_IDS,
  IGNORED,
  byRange,
  type ListCase,
  type ListCases,
  type ListRow,
} from './list.ts';
import { DELIVERIES, DEVELOPERS } from './developers.ts';
import { APP_SORTS, EXPECTED_SEAT_ORDERS, TASK_SORTS } from './sorts.ts';

const NEWEST = { order: ['-created_at', '-id'], at: 'created_at' };
const COMPLETED = byRange('completed_at');
const user = byValue((row) => row.user?.user_id);

const TASKS: ListCase = {
  member: 'tasks',
  ...NEWEST,
  filters: { task_id: IGNORED, assigned_to: byValue(({ assigned_to }) => assigned_to?.user_id) },
};
const SESSIONS: ListCase = {
  member: 'sessions',
  order: ['-started_at', '-id'],
  at: 'started_at',
  filters: { session_id: IGNORED },
};
const USERS: ListCase = { member: 'users', order: ['-created_at', '-id'], filters: { user_id: IGNORED } };
const CARDS: ListCase = {
  member: 'forms',
  order: ['-created_at', '-id'],
  filters: {
    search: byText(
      ({ name, category, aliases }) => [name, category, ...aliases].join(' '),
      'ROUND 1',
      'pumps',
    ),
    form_ids: BY_IDS,
  },
};
const FORMS: ListCase = {
  member: 'forms',
  order: ['-created_at', '-id'],
  // `id` returns a single form, and `library` selects the list.
  filters: { id: IGNORED, library: IGNORED },
};
const DOCUMENTS: ListCase = {
  member: 'documents',
  order: ['-created_at', '-id'],
  filters: { collection_id: byValue((row) => row.collection.id), search: byText(({ name }) => name, 'OIL') },
};

function isOverdue({ status, due_date }: ListRow): boolean {
  return due_date !== null && ['open', 'in_progress'].includes(status);
}

const PROCEDURES: ListCase = {
  member: 'procedures',
  order: ['-created_at', '-id'],
  filters: {
    recorded_by: byValue((row) => row.recorded_by.user_id),
    search: byText(({ title }) => title, 'VAL'),
  },
};
const DELETIONS: ListCase = { member: 'deletions', order: ['-deleted_at', 'session_id'] };
const SUBMISSIONS: ListCase = { member: 'submissions', order: ['-submitted_at', '-id'] };

const WORK: ListCases = {
  'GET /v1/api-tenant-tasks': TASKS,
  'GET /console/v1/tasks': {
    ...TASKS,
    filters: {
      ...TASKS.filters,
      due: byValue((row) => (isOverdue(row) ? 'overdue' : null)),
      title: byText(({ title }) => title, 'CHE', 'by'),
      completed_from: COMPLETED.from,
      completed_to: COMPLETED.to,
      sort: IGNORED,
    },
    sorts: TASK_SORTS,
  },
  'GET /v1/api-tenant-sessions': SESSIONS,
  'GET /console/v1/sessions': { ...SESSIONS, filters: { user_id: user } },
  'GET /console/v1/deletions': DELETIONS,
  'GET /console/v1/procedures': PROCEDURES,
  'GET /console/v1/executions': {
    member: 'executions',
    order: ['-id'],
    at: 'executed_at',
    filters: { user_id: user },
  },
  'GET /console/v1/report/people': {
    member: 'people',
    order: ['-minutes', '-tasks_completed', '-skills_run', ({ user }) => user.user_id],
    always: { from: '2026-03-01', to: '2026-03-31' },
  },
};

const MATERIAL: ListCases = {
  'GET /v1/api-tenant-forms': { ...FORMS, always: { library: 'false' } },
  'GET /v1/api-tenant-forms (library)': { ...FORMS, always: { library: 'true' }, is_shared: true },
  'GET /console/v1/forms': CARDS,
  'GET /console/v1/staff/forms': { ...CARDS, is_shared: true },
  'GET /console/v1/forms/library': {
    ...CARDS,
    is_shared: true,
    filters: { ...CARDS.filters, is_active: IGNORED },
  },
  'GET /console/v1/submissions': SUBMISSIONS,
  'GET /console/v1/documents': DOCUMENTS,
  'GET /console/v1/staff/documents': { ...DOCUMENTS, is_shared: true },
};

const SEATS: ListCase = {
  member: 'seats',
  order: ['-created_at', '-id'],
  filters: {
    device: byValue((row) => (row.device_token_set ? 'paired' : 'unpaired')),
    wearer: byValue((row) => (row.user ? 'somebody' : 'nobody')),
    user_id: user,
    search: byText(
      (row) => [row.device_name, row.user?.name, row.device_model, row.device_serial].join(' '),
      'VISION',
      'ada',
    ),
    sort: IGNORED,
  },
  sorts: EXPECTED_SEAT_ORDERS,
};
// The test keys do not expire, so a key is either live or revoked.
const KEYS: ListCase = {
  member: 'keys',
  order: [({ revoked_at }) => Number(revoked_at !== null), '-created_at', '-id'],
  filters: {
    status: byValue(({ revoked_at }) => (revoked_at === null ? 'live' : 'revoked')),
    search: {
      ...byText(({ name, last4 }) => `${name} ${last4}`),
      values: (rows) => rows.map(({ last4 }) => last4.toUpperCase()),
    },
    key_ids: BY_IDS,
  },
};

const ACCOUNT: ListCases = {
  'GET /v1/api-tenant-users': USERS,
  'GET /console/v1/people': {
    ...USERS,
    member: 'people',
    filters: {
      search: byText(({ full_name, email }) => `${full_name} ${email}`, 'INVITED', 'admin-'),
      user_ids: BY_IDS,
    },
  },
  'GET /console/v1/seats': SEATS,
  'GET /console/v1/keys': KEYS,
  'GET /console/v1/audit': {
    member: 'entries',
    order: ['-id'],
    at: 'created_at',
    filters: {
      action: {
        values: () => ['task.created', 'key', 'key.revoked'],
        picks: ({ action }, value) => action === value || action.startsWith(`${value}.`),
      },
      actor_id: byValue(({ actor }) => actor.id),
      name: byText(({ target }) => target?.name ?? '', 'round 1', 'ROUND'),
    },
  },
};

const STAFF: ListCases = {
  'GET /console/v1/staff/accounts': {
    member: 'accounts',
    order: ['-created_at', '-id'],
    filters: { search: byText(({ name, id }) => `${name} ${id}`, 'KUNDE') },
    is_shared: true,
  },
  'GET /console/v1/staff/members': {
    member: 'members',
    order: ['-created_at', '-id'],
    is_shared: true,
  },
  'GET /console/v1/staff/apps': {
    member: 'apps',
    order: [({ submitted_at }) => submitted_at ?? '~', '-created_at', 'client_id'],
    filters: {
      state: {
        values: () => ['waiting', 'development', 'active', 'suspended'],
        picks: ({ status, submitted_at }, value) =>
          value === 'waiting' ? submitted_at !== null : status === value,
      },
      search: byText(({ name, account, client_id }) => `${name} ${account.name} ${client_id}`, 'PLANNER 2'),
    },
    is_shared: true,
  },
  'GET /console/v1/staff/mails': {
    member: 'mails',
    order: ['-created_at', '-id'],
    filters: {
      search: {
        ...byText(({ recipient, subject }) => `${recipient} ${subject}`),
        values: (rows) => rows.slice(-1).map(({ recipient }) => recipient.toUpperCase()),
      },
    },
    is_shared: true,
  },
};

const SKILLS: ListCase = { member: 'skills', order: ['-created_at', '-id'] };
const COLLECTIONS: ListCase = { member: 'collections', order: ['name'] };
// The test endpoints have no deliveries.
const ENDPOINTS: ListCase = {
  member: 'endpoints',
  order: ['-created_at', '-id'],
  filters: {
    search: byText(({ name, url }) => `${name ?? ''} ${url}`, 'STOCK'),
    // The other statuses depend on deliveries, which are not members of the row.
    status: { values: () => ['paused'], picks: ({ paused_at }) => paused_at !== null },
    sort: IGNORED,
  },
};
const INTEGRATIONS: ListCase = { member: 'integrations', order: ['-created_at', '-id'] };
const APPS: ListCase = {
  member: 'apps',
  order: ['-created_at', 'client_id'],
  filters: {
    search: byText(({ name, client_id }) => `${name} ${client_id}`, 'APP_', '1'),
    status: byValue(({ status, review }) =>
      status === 'development' && review?.decision === null ? 'in_review' : status,
    ),
    sort: IGNORED,
  },
  sorts: APP_SORTS,
};
const HEALTH: ListCase = { member: 'endpoints', order: ['endpoint_id'] };

const BY_KEY: ListCases = {
  'GET /v1/seats': SEATS,
  'GET /v1/keys': KEYS,
  'GET /v1/deliveries': DELIVERIES,
  'GET /v1/documents': DOCUMENTS,
  'GET /v1/collections': COLLECTIONS,
  'GET /v1/skills': SKILLS,
  'GET /v1/endpoints': ENDPOINTS,
  'GET /v1/integrations': INTEGRATIONS,
  'GET /v1/apps': APPS,
  'GET /v1/submissions': SUBMISSIONS,
  'GET /v1/procedures': PROCEDURES,
  'GET /v1/deletions': DELETIONS,
};

/** Lists that are returned without pages. */
export const UNPAGINATED_LISTS: ListCases = {
  'GET /console/v1/skills': SKILLS,
  'GET /console/v1/staff/skills': { ...SKILLS, is_shared: true },
  'GET /console/v1/collections': COLLECTIONS,
  'GET /console/v1/staff/collections': { ...COLLECTIONS, is_shared: true },
  'GET /console/v1/endpoints/health': HEALTH,
  'GET /v1/endpoints/health': HEALTH,
  'GET /console/v1/apps/logos': { member: 'logos', order: ['client_id'] },
  'GET /console/v1/connections': { member: 'connections', order: ['-connected_at', 'client_id'] },
  'GET /console/v1/integrations': INTEGRATIONS,
  'GET /console/v1/sign-ins': { member: 'sign_ins', order: ['-last_seen_at', '-id'] },
  'GET /console/v1/staff/bundles': { member: 'bundles', order: ['name'], is_shared: true },
  // Returns only the newest rows, without a time to check.
  'GET /console/v1/staff/procedures': { member: 'procedures', order: ['-id'], is_shared: true },
  'GET /console/v1/scopes': {
    member: 'scopes',
    order: [({ scope }) => ALL_SCOPES.indexOf(scope)],
    is_shared: true,
  },
};

/** The request log is checked before the lists that an API key reads, because those requests add rows to it. */
export const PAGINATED_LISTS: ListCases = {
  ...DEVELOPERS,
  ...WORK,
  ...MATERIAL,
  ...ACCOUNT,
  ...STAFF,
  ...BY_KEY,
  'GET /console/v1/endpoints': ENDPOINTS,
  'GET /console/v1/apps': APPS,
};
