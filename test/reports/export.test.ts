/* A CSV of any length: its memory, its turns of the processor and its database connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { exportUserReport } from '../../src/features/reports/export.ts';
import { listUserRows } from '../../src/features/reports/queries.ts';
import { csvLine } from '../../src/lib/text/csv.ts';
import { asAccount } from '../../src/lib/sql/rowSecurity.ts';
import { measurePool } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { heldMemory } from '../support/heldMemory.ts';
import { longestTurn, longestTurnAtBest } from '../support/longestTurn.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const MANY = 30_000;
const PERIOD = { from: '2025-03-01', to: '2025-03-31' };
const SPAN = { since: new Date('2025-03-01'), until: new Date('2025-04-01'), zone: 'UTC' };
const PATH = `/reports/people.csv?from=${PERIOD.from}&to=${PERIOD.to}`;
/** Twice what is promised, since code that runs for the first time takes longer. */
const MOST_TURN_MS = 40;
const MOST_HELD_MB = 6;

const world = await openWorld();
const [large, small] = [await world.account(), await world.account()];
const admin = await consoleOf(world, large.admin);
const small_admin = await consoleOf(world, small.admin);
await addBusyUsers(large, MANY, `repeat('x', 200)`);
await addBusyUsers(small, 3, `'Bo ' || number`);

/** The first has completed one task, the others two; so they are told apart by these and by their ids. */
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

/** A reader of HTTP that has taken the first bytes and nothing more. */
async function startReading(cookie: string): Promise<IncomingMessage> {
  const request = get(`${world.url}${PATH}`, { headers: { Cookie: cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.once('error', () => {});
  await once(response, 'readable');
  return response;
}

/** Not those of the autovacuum, which looks at tables that were just filled. */
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

test('200 with the own users only for the restricted role that sees one account', async () => {
  const db = asAccount(world.db, small.account_id);
  const lines = await Array.fromAsync(await exportUserReport({ ...small.ctx(), db }, PERIOD));
  assert.equal(lines.join('').split('\r\n').length, 1 + 3 + 1);
  const foreign = { ...small.ctx(), account_id: large.account_id, db };
  const none = await Array.fromAsync(await exportUserReport(foreign, PERIOD));
  assert.equal(none.join('').split('\r\n').length, 1 + 1);
});

test('200 with 30,000 lines in short turns', async () => {
  let lines = 0;
  const turn_ms = await longestTurnAtBest(async () => {
    lines = 0;
    for await (const piece of await exportUserReport(large.ctx(), PERIOD))
      lines += piece.split('\r\n').length - 1;
  });
  assert.equal(lines, 1 + MANY);
  assert.ok(turn_ms < MOST_TURN_MS, `${turn_ms} ms`);
});

test('200 with 30,000 lines of which few are held', async () => {
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

test('control: every row in memory is more, and writes its lines in a long turn', async () => {
  const before_mb = heldMemory();
  const { people } = await listUserRows(world.db, large.account_id, SPAN, { limit: MANY, offset: 0 });
  const held_mb = heldMemory() - before_mb;
  const turn_ms = await longestTurn(async () => people.map((one) => csvLine(Object.values(one))).join(''));
  assert.equal(people.length, MANY);
  assert.ok(held_mb > 1.5 * MOST_HELD_MB, `${held_mb} MiB`);
  assert.ok(turn_ms > MOST_TURN_MS, `${turn_ms} ms`);
});

test('a client that leaves ends its transaction and gives the connection back', async () => {
  const response = await startReading(admin.cookie);
  try {
    // Control: as long as it only waits, both are taken.
    assert.equal(await countOpen(), 1);
    assert.ok(measurePool(world.db).busy > 0);
  } finally {
    response.destroy();
  }
  await eventually(countOpen, (count) => count === 0);
  await eventually(
    () => measurePool(world.db).busy,
    (busy) => busy === 0,
  );
});

test('429 for a second export of an account while one is read, 200 after it; other accounts go on', async () => {
  const response = await startReading(admin.cookie);
  try {
    const second = await open(admin.cookie);
    assert.equal(second.status, 429);
    assert.match(second.text, /Other exports are being read/);
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
