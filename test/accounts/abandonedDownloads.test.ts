/* Downloads that clients abandon: each must release its slot, its connection and its files. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countRunningExports, acquireExportSlot } from '../../src/access/exportSlots.ts';
import { waitingRequestLimiter } from '../../src/features/webhooks/listening/listening.ts';
import { countPoolConnections } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { drawPng } from '../support/pictures.ts';
import { createRandom } from '../support/random.ts';
import { openWorld } from '../support/world.ts';

const SEED = 20_260;
const ABANDONED = 200;
const MOST_BYTES = 200_000;
const MOST_PAUSE_MS = 12;
/** The number of clients that wait until the producer has filled all buffers and is blocked. */
const STUCK = 3;
const STILL_MS = 300;
/** The number of rows, which exceed the buffers of a connection. */
const ROWS = 8_000;
/** The timeout of the test, shorter than the 30 s after which the database ends an idle transaction. */
const FREE_WITHIN_MS = 20_000;

/** Two kilobytes that differ per row, so that compression does not shrink them. */
const NOISE = `(select string_agg(md5((number * 100 + part)::text), '') from generate_series(1, 60) as part)`;

const world = await openWorld();
const { db } = world;
const tenant = await world.account();
const { account_id } = tenant;
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());

const picture = { name: 'Pump', template_image_base64: drawPng(600, 600).toString('base64') };
const form = (await api.post('/v1/api-tenant-forms', picture)).body;
await db`
  insert into tasks (account_id, id, title, description, status, priority, source, created_at)
  select ${account_id}, gen_random_uuid(), 'Task', ${db.unsafe(NOISE)}, 'open', 'low', 'api', now()
  from generate_series(1, ${ROWS}::int) as number`;
await db`
  insert into audit_entries (account_id, id, action, actor_kind, details, created_at)
  select ${account_id}, gen_random_uuid(), 'task.changed', 'system', jsonb_build_object('text', ${db.unsafe(NOISE)}), now()
  from generate_series(1, ${ROWS}::int) as number`;
await world.app.requests.flush();
const cursor = (await api.get('/v1/events')).body.cursor;

const STREAMS: Record<string, { path: string; by: Record<string, string> }> = {
  'the export of an account': { path: '/account.tar.gz', by: { Cookie: admin.cookie } },
  'the export of an account by staff': {
    path: `/account-for-staff.tar.gz?account_id=${account_id}`,
    by: { Cookie: staff.cookie },
  },
  'requests as CSV': { path: '/requests.csv', by: { Cookie: admin.cookie } },
  'the audit log as CSV': { path: '/audit.csv', by: { Cookie: admin.cookie } },
  'a report as CSV': {
    path: '/reports/people.csv?from=2026-01-01&to=2026-02-01',
    by: { Cookie: admin.cookie },
  },
  'submissions as CSV': { path: `/forms/submissions.csv?form_id=${form.id}`, by: { Cookie: admin.cookie } },
  'submissions as CSV by a key': {
    path: `/v1/submissions/export?form_id=${form.id}`,
    by: { Authorization: `Bearer ${api.token}` },
  },
  'a file': { path: new URL(form.template_image_url).pathname, by: {} },
  'the events of an account': {
    path: `/v1/events?after=${cursor}&wait=20`,
    by: { Authorization: `Bearer ${api.token}` },
  },
};

type Held = { exports: number; waiting: number; connections: number; files: number };

function measureHeld(): Held {
  return {
    exports: countRunningExports(),
    waiting: waitingRequestLimiter.taken,
    connections: countPoolConnections(db).busy,
    files: readdirSync('/proc/self/fd').length,
  };
}

/**
 * Asserts that everything is released. Additional open files are allowed only for connections that the pool keeps
 * open.
 */
async function assertAllFree(before: Held, opened_before: number): Promise<void> {
  const isFree = () => {
    const now = measureHeld();
    const kept = Math.max(0, countPoolConnections(db).open - opened_before);
    const { exports, waiting, connections } = now;
    return exports + waiting + connections === 0 && now.files <= before.files + kept ? 'free' : now;
  };
  await eventually(
    async () => isFree(),
    (held) => held === 'free',
    FREE_WITHIN_MS,
  );
}

const sockets = new Set<Socket>();
world.app.server.server.on('connection', (socket: Socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});

/** Waits until the server writes nothing more to any client. */
async function whenStill(): Promise<void> {
  const count = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  let before = -1;
  const hasMoved = async () => {
    await sleep(STILL_MS);
    const now = count();
    const has_moved = now !== before;
    before = now;
    return has_moved;
  };
  await eventually(hasMoved, (has_moved) => !has_moved, FREE_WITHIN_MS);
}

const random = createRandom(SEED);

/**
 * Sends a request on its own socket and disconnects at a random point: before the answer, in its headers or in its
 * body.
 */
async function abandon(path: string, by: Record<string, string>, stays: boolean): Promise<number> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const head = Object.entries({ Host: 'a', ...by }).map(([name, value]) => `${name}: ${value}\r\n`);
  const most = Math.floor(random() * MOST_BYTES);
  const pause_ms = Math.floor(random() ** 2 * MOST_PAUSE_MS);
  const how = random();
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes >= most) socket.pause();
  });
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  await sleep(pause_ms);
  if (stays) await whenStill();
  if (how < 0.5) socket.destroy();
  else socket.resetAndDestroy();
  return bytes;
}

for (const [name, { path, by }] of Object.entries(STREAMS))
  test(`${ABANDONED} abandoned downloads of ${name} release their slots`, async (t) => {
    await world.nobody.call('/healthz');
    const opened_before = countPoolConnections(db).open;
    const before = measureHeld();
    let begun = 0;
    for (let at = 0; at < ABANDONED; at++)
      if ((await abandon(path, by, at % Math.ceil(ABANDONED / STUCK) === 0)) > 0) begun++;
    t.diagnostic(`${begun} of ${ABANDONED} answers had begun`);
    await assertAllFree(before, opened_before);
    if (path.startsWith('/v1/events')) return;
    const { status } = await world.nobody.call(path, { headers: by });
    assert.equal(status, 200);
  });

test('control: a held slot is detected, and further downloads are rejected', async () => {
  const export_path = STREAMS['requests as CSV']?.path ?? '';
  {
    using held = new DisposableStack();
    held.use(acquireExportSlot(account_id));
    assert.equal(measureHeld().exports, 1);
    assert.equal((await world.nobody.call(export_path, { headers: { Cookie: admin.cookie } })).status, 429);
  }
  assert.equal((await world.nobody.call(export_path, { headers: { Cookie: admin.cookie } })).status, 200);
});
