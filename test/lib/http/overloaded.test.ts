import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventually } from '../../../support/eventually.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';
import { piecesOf, sendWithoutReading } from '../../support/sendWithoutReading.ts';

const LATE = { max_event_loop_delay_ms: 1 };
/** Blocks the event loop for several milliseconds again and again. */
const HOLD_MS = 5;
const HOLD_EVERY_MS = 7;
/** The service checks for overload only some time after its start. */
const WITHIN_MS = 30_000;
const PATH = '/tasks';
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: `;
const NEXT = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const BODY = Buffer.from('{"title":"Pump 7"}');

const holding = setInterval(() => {
  const until_ms = performance.now() + HOLD_MS;
  while (performance.now() < until_ms);
}, HOLD_EVERY_MS);
after(() => clearInterval(holding));

const overloaded = await makeHttpServer({ limits: { ...LATE, few_in_flight: 0 } });
const { url, acts } = await open(overloaded);
await eventually(
  async () => (await fetch(url + PATH)).status,
  (status) => status === 503,
  WITHIN_MS,
);

const going_on = await makeHttpServer();
going_on.addHook('onRequest', (request, reply, done) => {
  if (request.method === 'POST') reply.code(503).send();
  done();
});
const control = await open(going_on);

const REFUSED_TYPE = piecesOf(`${HEAD}a\r\n`, BODY, false);
const WAYS: Record<string, (string | Buffer)[]> = {
  'in one piece': [Buffer.concat(piecesOf(`${HEAD}application/json\r\n`, BODY, false).map(bytesOf))],
  'after its headers': piecesOf(`${HEAD}application/json\r\n`, BODY, false),
  'in chunks': piecesOf(`${HEAD}application/json\r\n`, BODY, true),
  'of a rejected media type': REFUSED_TYPE,
};

for (const [how, pieces] of Object.entries(WAYS)) {
  test(`503 under overload for a body that is sent ${how}; nothing is written and the connection is kept`, async () => {
    const before = acts.length;
    assert.deepEqual(await statusesOf(url, pieces), ['503', '200']);
    assert.equal(acts.length, before);
  });
}

test('a delayed event loop rejects no request while few requests run', async () => {
  const few = await makeHttpServer({ limits: { ...LATE, few_in_flight: 1 } });
  const held = Promise.withResolvers<void>();
  few.get('/held', async () => held.promise);
  const { url: of_few } = await open(few);
  const holding_one = fetch(`${of_few}/held`);
  await eventually(
    async () => (await fetch(of_few + PATH)).status,
    (status) => status === 503,
    WITHIN_MS,
  );
  held.resolve();
  await holding_one;
  const [one, as_late] = [await fetch(of_few + PATH), await fetch(url + PATH)];
  assert.deepEqual([one.status, as_late.status], [200, 503]);
});

test('control: a rejection that does not stop the handler breaks the connection and is detected', async () => {
  const before = control.acts.length;
  const statuses = await statusesOf(control.url, REFUSED_TYPE).catch((): (string | undefined)[] => []);
  assert.ok(!statuses.includes('200'), statuses.join(' '));
  assert.equal(control.acts.length, before + 1);
});

async function open(server: FastifyInstance): Promise<{ url: string; acts: string[] }> {
  const acts: string[] = [];
  server.get('/healthz', async () => ({}));
  server.get(PATH, async () => ({}));
  const identify = async ({ id }: FastifyRequest) => void acts.push(id);
  server.post(PATH, { onRequest: identify }, async ({ id }) => ({ made: acts.push(id) }));
  return { url: await listen(server), acts };
}

function bytesOf(piece: string | Buffer): Buffer {
  return Buffer.from(piece);
}

async function statusesOf(to: string, pieces: (string | Buffer)[]): Promise<(string | undefined)[]> {
  const answer = await sendWithoutReading(to, [...pieces, NEXT]);
  return Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
}
