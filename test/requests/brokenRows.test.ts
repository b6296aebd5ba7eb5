import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { insertRequests, type RequestRow } from '../../src/features/requests/sql/requestLog.ts';
import { createRequestRecorder } from '../../src/features/requests/recorder.ts';
import { clientAddressOf } from '../../src/lib/http/address.ts';
import { createServer } from '../../src/lib/http/server.ts';
import { newId } from '../../src/lib/ids.ts';
import { createLog } from '../../src/lib/log.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const { account_id } = tenant;
const reader = await tenant.api(['read:tasks']);
const BATCH = 50;

const SEEN = {
  account_id,
  credential_id: reader.key_id,
  client_id: null,
  refusal: null,
  request_id: reader.key_id,
  method: 'GET',
  url: '/v1/x',
  status: 200,
  ms: 1,
  address: '::1',
  user_agent: '',
  body: undefined,
  answer: undefined,
};

/** Values that make a row invalid for the database. */
const BROKEN: Record<string, object> = {
  'no address': { address: null },
  'a NUL in its address': { address: '\0' },
  'a lone surrogate in its client': { user_agent: '\uD800' },
  'an invalid status': { status: 99_999 },
  'a duration that is not a number': { ms: Number.NaN },
  'an invalid id': { request_id: 'x' },
};

for (const [what, broken] of Object.entries(BROKEN)) {
  test(`only the row with ${what} is missing in the log`, async () => {
    await world.db`delete from request_log`;
    const recorder = createRequestRecorder(
      (rows) => insertRequests(world.db, rows),
      world.clock,
      createLog('silent'),
    );
    for (let at = 0; at < BATCH; at++) recorder.record(at === 20 ? { ...SEEN, ...broken } : SEEN);
    await recorder.close();
    assert.equal(await countLogged(), BATCH - 1);
    assert.equal(recorder.dropped(), 1);
  });
}

test('control: without bisection, a batch is lost with its invalid row', async () => {
  await world.db`delete from request_log`;
  const row = (at: number): RequestRow => ({
    ...SEEN,
    id: newId(world.clock.now()),
    path: '/v1/x',
    query: '',
    error: null,
    request_body: null,
    answer_body: null,
    created_at: world.clock.now(),
    ...(at === 20 && BROKEN['no address']),
  });
  await assert.rejects(
    insertRequests(
      world.db,
      Array.from({ length: BATCH }, (_, at) => row(at)),
    ),
    {
      code: '23502',
    },
  );
  assert.equal(await countLogged(), 0);
});

for (const trust_proxy of [false, 1, ['127.0.0.1']] as const) {
  test(`a connection without an address has an empty one, proxies ${String(trust_proxy)}`, async () => {
    const log = createLog('silent');
    const server = await createServer({ log, trust_proxy, paths: new Map(), open_to_pages: () => false });
    server.get('/', async (asked) => ({ address: clientAddressOf(asked) }));
    const path = join(await mkdtemp(join(tmpdir(), 'address-test-')), 'socket');
    await server.listen({ path });
    const asking = request({ socketPath: path }).end();
    const [answer] = await once(asking, 'response');
    assert.deepEqual(JSON.parse(await text(answer)), { address: '' });
    await server.close();
    await rm(dirname(path), { recursive: true });
  });
}

async function countLogged(): Promise<number> {
  const [{ count }] = await world.db<[{ count: number }]>`select count(*)::int as count from request_log`;
  return count;
}
