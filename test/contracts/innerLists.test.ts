/*
 * The order of lists inside an answer, for example the seats of an account. The records are created at distinct times,
 * and with names in reverse order, so that neither the time nor the id gives the order of the names.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../src/features/users/users.ts';
import { openWorld } from '../support/world.ts';
import { openAccountCallers } from './support/stage.ts';

type Row = any;
type InnerList = {
  query?: Record<string, string>;
  rows: (answer: Row) => Row[];
  /** A member of the rows, with `-` for descending order. Without a member, the rows are texts. */
  order: string;
};

const world = await openWorld();
const { ask, make, tenant } = await openAccountCallers(world);
const { account_id, admin_id } = tenant;
const NAMES = ['C', 'B', 'A'];

const task_id = await make.task();
const session_id = await make.session();
const client_id = await make.app();
const bundle_ids: string[] = [];
const skill_ids: string[] = [];
const collection_ids: string[] = [];

for (const name of NAMES) {
  world.clock.advance(60_000);
  const person = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  await createUser(tenant.ctx(), { ...person, full_name: name, is_admin: true });
  await make.seat({ device_name: name });
  await make.key();
  await make.connection();
  await make.form({ name, category: name });
  const skill_id = await make.skill({ name, kind: 'knowledge_search', config: {} });
  await make.platform.document({ collection: name });
  skill_ids.push(await make.platform.skill({ name }));
  collection_ids.push(await make.platform.collectionOf(name));
  const bundle_id = await make.bundle({ name: `${name} of ${account_id}` });
  await made('POST /console/v1/staff/allocations', { body: { account_id, bundle_id } });
  bundle_ids.push(bundle_id);
  await made('PATCH /console/v1/tasks', { query: { task_id }, body: { priority: priorityOf(name) } });
  const run = { skill_id, arguments: { query: 'valve' }, session_id };
  await made('POST /device/v1/skills/execute', { body: run });
  await made('POST /console/v1/apps/review', { query: { client_id } });
  const decision = { decision: 'send_back', notes: name };
  await made('POST /console/v1/staff/reviews', { query: { client_id }, body: decision });
}
const full = await make.bundle({
  skill_ids,
  collection_ids,
  procedure_ids: await approveProcedures(NAMES),
});

const INNER: Record<string, InnerList> = {
  'GET /console/v1/task': { query: { task_id }, rows: ({ history }) => history, order: '-created_at' },
  'GET /console/v1/session/skills': {
    query: { session_id },
    rows: ({ executions }) => executions,
    order: '-id',
  },
  'GET /console/v1/forms': { rows: ({ categories }) => categories, order: '' },
  'GET /device/v1/manifest (forms)': { rows: ({ forms }) => forms, order: 'name' },
  'GET /device/v1/manifest (skills)': { rows: ({ skills }) => skills, order: 'name' },
  'GET /console/v1/people/access (keys)': {
    query: { user_id: admin_id },
    rows: ({ keys }) => keys,
    order: '-created_at',
  },
  'GET /console/v1/people/access (apps)': {
    query: { user_id: admin_id },
    rows: ({ apps }) => apps,
    order: '-allowed_at',
  },
  'GET /console/v1/apps/review': {
    query: { client_id },
    rows: ({ reviews }) => reviews,
    order: '-submitted_at',
  },
  'GET /console/v1/staff/app': {
    query: { client_id },
    rows: ({ reviews }) => reviews,
    order: '-submitted_at',
  },
  'GET /console/v1/staff/account (admins)': {
    query: { account_id },
    rows: ({ admins }) => admins,
    order: 'full_name',
  },
  'GET /console/v1/staff/account (seats)': {
    query: { account_id },
    rows: ({ seat_list }) => seat_list,
    order: 'device_name',
  },
  'GET /console/v1/staff/account (days)': {
    query: { account_id },
    rows: ({ days }) => days,
    order: 'day',
  },
  'GET /console/v1/staff/allocations': {
    query: { account_id },
    rows: ({ bundles }) => bundles,
    order: 'name',
  },
  'GET /console/v1/staff/bundles (skills)': { rows: contentsOf('skills'), order: 'name' },
  'GET /console/v1/staff/bundles (collections)': { rows: contentsOf('collections'), order: 'name' },
  'GET /console/v1/staff/bundles (procedures)': { rows: contentsOf('procedures'), order: 'name' },
};

for (const [name, { query, rows, order }] of Object.entries(INNER))
  test(`200 for ${name} with its inner list in order`, async () => {
    const { status, text, body } = await ask(name, { ...(query && { query }) });
    assert.equal(status, 200, text);
    const found = rows(body).map((row) => String(order === '' ? row : row[order.replace('-', '')]));
    assert.ok(new Set(found).size >= NAMES.length, found.join());
    const ascending = found.toSorted();
    assert.deepEqual(found, order.startsWith('-') ? ascending.toReversed() : ascending);
  });

function contentsOf(member: string): InnerList['rows'] {
  return ({ bundles }) => bundles.find(({ id }: Row) => id === full)[member];
}

function priorityOf(name: string): string {
  return { C: 'low', B: 'high' }[name] ?? 'medium';
}

async function made(operation: string, sent: Parameters<typeof ask>[1]): Promise<Row> {
  const { status, text, body } = await ask(operation, sent);
  assert.ok(status < 300, `${operation}: ${text}`);
  return body;
}

async function approveProcedures(titles: readonly string[]): Promise<string[]> {
  const of = await make.endedSession({ procedures: titles.map((title) => ({ title })) });
  const { procedures } = await made('GET /console/v1/procedures', { query: { session_id: of } });
  const ids: string[] = procedures.map(({ id }: Row) => id);
  for (const procedure_id of ids)
    await made('PATCH /console/v1/procedures', { query: { procedure_id }, body: { status: 'approved' } });
  return ids;
}
