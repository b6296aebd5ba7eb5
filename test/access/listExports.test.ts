/* The lists of tasks, people, seats and sessions as CSV. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { countPoolConnections } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const other = await consoleOf(world, (await world.account()).admin);
const api = await tenant.api();

const bo = await tenant.user('Bo Builder');
const title = '=HYPERLINK("https://evil.example")';
await api.post('/v1/api-tenant-tasks', { title, description: 'First\n- second', external_id: 'WO-1' });
await api.post('/v1/api-tenant-tasks', { title: 'Oil the press', priority: 'urgent', assigned_to: bo });
const roles: ['trainer', 'trainee'] = ['trainer', 'trainee'];
const seat = await createSeatWithToken(tenant.ctx(), { device_name: 'Glasses 7', roles, user_id: bo });
await createSeatWithToken(tenant.ctx(), { device_name: 'Glasses 8', roles: ['trainee'] });
const glasses = world.as(seat.device_token);
await glasses.post('/device/v1/sessions', { role: 'trainer', session_name: 'Filter change' });
await glasses.post('/device/v1/sessions', { role: 'trainee', session_name: '@evil' });

const save = (path: string, { cookie }: { cookie: string } = member) =>
  world.nobody.call(path, { headers: { Cookie: cookie } });
const rowsOf = (text: string) => text.trimEnd().split('\r\n').slice(1);

const LISTS = {
  '/tasks.csv': { head: 'Id,External id,Title,Description,Status,Priority,Due date,Assignee', all: 2 },
  '/people.csv': { head: 'Id,Email,Name,Access,Status,Glasses,Role,Sessions', all: 3 },
  '/seats.csv': { head: 'Id,Glasses,Role,Person,Person email,Paired,Model', all: 2 },
  '/sessions.csv': { head: 'Id,Name,Status,Role,Person,Person id,Started', all: 2 },
};

for (const [path, { head, all }] of Object.entries(LISTS)) {
  test(`200 for ${path} with all records of the account, and none of another account`, async () => {
    const { status, text, headers } = await save(path, admin);
    assert.equal(status, 200);
    assert.ok(text.startsWith(head), text.slice(0, 200));
    assert.equal(rowsOf(text).length, all);
    const name = path.slice(1, -4);
    assert.match(
      headers.get('content-disposition') ?? '',
      new RegExp(`filename="${name}-\\d{4}-\\d\\d-\\d\\d`),
    );
    assert.doesNotMatch((await save(path, other)).text, /Bo Builder|Glasses 7|WO-1|Filter change/);
  });
}

const FILTERS: [path: string, expected: RegExp, rejected: RegExp][] = [
  ['/tasks.csv?title=oi', /Oil the press,,open,urgent,,Bo Builder,\S+@\S+,api/, /WO-1/],
  ['/tasks.csv?priority=urgent', /Oil the press/, /WO-1/],
  [`/tasks.csv?assigned_to=${bo}&limit=1`, /Oil the press/, /WO-1/],
  ['/tasks.csv?external_id=WO-1', /WO-1/, /Oil the press/],
  ['/people.csv?search=build', /Bo Builder,member,active,Glasses 7,trainer; trainee/, /Ada/],
  ['/people.csv?access=admin', /Ada Admin/, /Bo Builder/],
  ['/seats.csv?wearer=nobody', /Glasses 8/, /Glasses 7/],
  ['/seats.csv?search=bo', /Glasses 7,trainer; trainee,Bo Builder,\S+@\S+,true/, /Glasses 8/],
  ['/sessions.csv?role=trainer', /Filter change,in_progress,trainer,Bo Builder/, /@evil/],
  [`/sessions.csv?user_id=${bo}&role=trainee`, /'@evil/, /Filter change/],
];
for (const [path, expected, rejected] of FILTERS)
  test(`200 for ${path.replace(bo, '…')} with only the records of the filter`, async () => {
    const { text } = await save(path, admin);
    assert.match(text, expected);
    assert.doesNotMatch(text, rejected);
  });

test('200 for an export in the order of its list', async () => {
  const { text } = await save('/tasks.csv?sort=priority');
  assert.match(rowsOf(text)[0] ?? '', /Oil the press/);
  assert.match((await save('/seats.csv?sort=device_name', admin)).text, /Glasses 7[^]*Glasses 8/);
});

test('200 for an export with text instead of formulas', async () => {
  const { text } = await save('/tasks.csv');
  assert.match(text, /,"'=HYPERLINK\(""https:\/\/evil\.example""\)","First\n'- second",open,/);
  assert.match((await save('/sessions.csv')).text, /,'@evil,/);
});

test('403 for an export of seats by a member, 303 without a sign-in, 400 for an invalid filter', async () => {
  assert.equal((await save('/seats.csv')).status, 403);
  assert.equal((await save('/people.csv')).status, 200);
  const signed_out = await world.nobody.call('/tasks.csv?status=open');
  assert.equal(signed_out.headers.get('location'), '/sign-in?next=%2Ftasks.csv%3Fstatus%3Dopen');
  assert.equal((await save('/tasks.csv?status=lost')).status, 400);
  assert.equal((await save('/sessions.csv?user_id=me')).status, 400);
});

test('400 for a NUL character in the filter of an export', async () => {
  for (const path of ['/tasks.csv?title=%00', '/people.csv?search=%00'])
    assert.equal((await save(path)).status, 400, path);
});

test('a client that leaves ends the export of 20,000 tasks and releases its connection', async () => {
  const large = await world.account();
  const reader = await consoleOf(world, large.admin);
  await world.db`
    insert into tasks (account_id, id, title, description, status, priority, source, created_at)
    select ${large.account_id}, gen_random_uuid(), 'Task', repeat('x', 2000), 'open', 'medium', 'api', now()
    from generate_series(1, 20000)`;
  const request = get(`${world.url}/tasks.csv`, { headers: { Cookie: reader.cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.once('error', () => {});
  await once(response, 'readable');
  const busy = () => countPoolConnections(world.db).busy;
  try {
    // Control: while the client does not read, the export keeps its connection and its slot.
    assert.ok(busy() > 0);
    assert.equal((await save('/tasks.csv', reader)).status, 429);
  } finally {
    response.destroy();
  }
  await eventually(busy, (count) => count === 0);
  await eventually(
    async () => (await save('/tasks.csv?external_id=none', reader)).status,
    (status) => status === 200,
  );
});
