/* A CSV of any length: its memory, its blocking of the event loop, and its database connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { exportUserReport } from '../../src/features/reports/export.ts';
import { listUserReportRows } from '../../src/features/reports/queries.ts';
import { csvLine } from '../../src/lib/text/csv.ts';
import { databaseAsAccount } from '../../src/lib/sql/rowSecurity.ts';
import { countPoolConnections } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { heldMemory } from '../support/heldMemory.ts';
import { longestTurn, longestTurnAtBest } from '../support/longestTurn.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const MANY = 30_000;
const PERIOD = { from: '2025-03-01', to: '2025-03-31' };
const SPAN = { since: new Date('2025-03-01'), until: new Date('2025-04-01'), zone: 'UTC' };
const PATH = `/reports/people.csv?from=${PERIOD.from}&to=${PERIOD.to}`;
/** Twice the promised limit, because code is slower when it runs for the first time. */
const MOST_TURN_MS = 40;
const MOST_HELD_MB = 6;

const world = await openWorld();
const [large, small] = [await world.account(), await world.account()];
const admin = await consoleOf(world, large.admin);
const small_admin = await consoleOf(world, small.admin);
await addBusyUsers(large, MANY, `repeat('x', 200)`);
await addBusyUsers(small, 3, `'Bo ' || number`);

/** The first user has completed one task, the others two, so the export must order by count and by id. */
async function addBusyUsers({ account_id }: Tenant, count: number, name: string): Promise<void> {
  await world.db`
    with person as (
      insert into users (account_id, id, email, full_name, is_admin, created_at)
      select ${account_id}, gen_random_uuid(), gen_random_uuid() || '@example.com', ${world.db.unsafe(name)}, false,
        now()
      from generate_series(1, ${count}::int) as number
      returning id, full_name
    )
    insert into tasks (
      account_id, id, title, status, priority, source, assigned_to, created_at, completed_at
    )
    select ${account_id}, gen_random_uuid(), 'Task', 'completed', 'medium', 'api', id, '2025-03-01', '2025-03-02'
    from person
    cross join generate_series(1, case when full_name = 'Bo 1' then 1 else 2 end)`;
}

const open = (cookie: string, path = PATH) => world.nobody.call(path, { headers: { Cookie: cookie } });

/** Starts a client that has read the first bytes and stops reading. */
async function startReading(cookie: string): Promise<IncomingMessage> {
  const request = get(`${world.url}${PATH}`, { headers: { Cookie: cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.once('error', () => {});
  await once(response, 'readable');
  return response;
}

/** Counts client connections only, because autovacuum may process the new tables. */
const countOpen = async () => {
  const [found] = await world.db<[{ count: number }]>`
    select count(*)::int as count
    from pg_stat_activity
    where datname = current_database()
      and backend_type = 'client backend'
      and xact_start is not null
      and pid <> pg_backend_pid()`;
  return found.count;
};

test('200 with only the users of the account under the restricted database role', async () => {
  const db = databaseAsAccount(world.db, small.account_id);
  const lines = await Array.fromAsync(await exportUserReport({ ...small.ctx(), db }, PERIOD));
  assert.equal(lines.join('').split('\r\n').length, 1 + 3 + 1);
  const foreign = { ...small.ctx(), account_id: large.account_id, db };
  const none = await Array.fromAsync(await exportUserReport(foreign, PERIOD));
  assert.equal(none.join('').split('\r\n').length, 1 + 1);
});

test('200 with 30,000 rows, without blocking the event loop', async () => {
  let lines = 0;
  const turn_ms = await longestTurnAtBest(async () => {
    lines = 0;
    for await (const piece of await exportUserReport(large.ctx(), PERIOD))
      lines += piece.split('\r\n').length - 1;
  });
  assert.equal(lines, 1 + MANY);
  assert.ok(turn_ms < MOST_TURN_MS, `${turn_ms} ms`);
});

test('200 with 30,000 rows, of which few are in memory', async () => {
  const before_mb = heldMemory();
  let most_mb = 0;
  let pieces = 0;
  for await (const piece of await exportUserReport(large.ctx(), PERIOD)) {
    assert.ok(piece.length > 0);
    if (++pieces % 25 === 0) most_mb = Math.max(most_mb, heldMemory() - before_mb);
  }
  assert.ok(pieces >= 100, `${pieces} pieces`);
  assert.ok(most_mb < MOST_HELD_MB, `${most_mb} MiB`);
});

test('control: loading every row uses more memory and blocks the event loop', async () => {
  const before_mb = heldMemory();
  const { people } = await listUserReportRows(world.db, large.account_id, SPAN, { limit: MANY, offset: 0 });
  const held_mb = heldMemory() - before_mb;
  const turn_ms = await longestTurn(async () => people.map((one) => csvLine(Object.values(one))).join(''));
  assert.equal(people.length, MANY);
  assert.ok(held_mb > 1.5 * MOST_HELD_MB, `${held_mb} MiB`);
  assert.ok(turn_ms > MOST_TURN_MS, `${turn_ms} ms`);
});

test('a client that disconnects ends its transaction and releases the connection', async () => {
  const response = await startReading(admin.cookie);
  try {
    // Control: while the client stops reading, the transaction and the connection are in use.
    assert.equal(await countOpen(), 1);
    assert.ok(countPoolConnections(world.db).busy > 0);
  } finally {
    response.destroy();
  }
  await eventually(countOpen, (count) => count === 0);
  await eventually(
    () => countPoolConnections(world.db).busy,
    (busy) => busy === 0,
  );
});

test('429 for a second concurrent export of an account, 200 after the first; other accounts are not affected', async () => {
  const response = await startReading(admin.cookie);
  try {
    const second = await open(admin.cookie);
    assert.equal(second.status, 429);
    assert.match(second.text, /Other exports are running/);
    assert.equal((await open(small_admin.cookie)).status, 200);
  } finally {
    response.destroy();
  }
  await eventually(
    async () => (await open(admin.cookie)).status,
    (status) => status === 200,
    20_000,
    100,
  );
});
