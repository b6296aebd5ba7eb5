import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../src/lib/schema/type.ts';
import { declareOperation, resource, type CallerKind } from '../../src/doors/declaration.ts';
import { callerOf, openDoor } from '../../src/doors/door.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { Failure } from '../../src/lib/errors.ts';
import type { PathTable } from '../../src/lib/http/paths.ts';
import { Answer, Input } from '../../src/lib/schema/schema.ts';
import { listen, makeKernel } from '../support/kernel.ts';

/* A kind of caller that the product does not have: a machine that names itself in a header. */
type Machine = { name: string };

const machine: CallerKind<Machine, Machine> = {
  asks_for: 'nothing',
  boundsOf: () => ({ bytes: 64, values: 10 }),
  async identify({ request, note }) {
    const name = String(request.headers['x-machine'] ?? '');
    if (name === '') throw new Failure('MISSING_AUTH', 'X-Machine: must be sent');
    note({ account_id: 'none', credential_id: name });
    if (name === 'refused') throw new Failure('FORBIDDEN', 'Not this one');
    if (name === 'slow') await new Promise<never>(() => {});
    return { name };
  },
  async run(who, verb, _, { status }) {
    return { status, text: JSON.stringify(await verb(who)), replayed: false };
  },
};

const greeting = declareOperation(machine, {
  summary: 'Greet',
  body: Input({ word: Type.String({ maxLength: 10 }) }),
  answer: Answer({ said: Type.String() }),
  handle: async ({ name }, { body }) =>
    ({ said: name === 'liar' ? 5 : `${body.word} ${name}` }) as { said: string },
});

const paths: PathTable = new Map();
const callers: unknown[] = [];
const server = await makeKernel({ paths });
server.addHook('onResponse', async (request) => void callers.push(callerOf(request)?.credential_id));
openDoor(
  server,
  paths,
  {
    prefix: '/machines',
    credentials: [],
    resources: [resource('/greeting', { POST: greeting }, { tag: 'M' })],
  },
  {
    db: undefined as never,
    databaseFor: undefined as never,
    tools: { clock: systemClock } as never,
    cookies: undefined as never,
    check_answers: true,
  },
);
await listen(server);

async function greet(name: string | undefined, body: string): Promise<{ status: number; body: unknown }> {
  const headers = { 'Content-Type': 'application/json', ...(name !== undefined && { 'X-Machine': name }) };
  const answer = await fetch(`${server.listeningOrigin}/machines/greeting`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') };
}

test('200 for a kind of caller that only its own file knows', async () => {
  const answer = await greet('lathe', '{"word":"Hello"}');
  assert.deepEqual(answer, { status: 200, body: { said: 'Hello lathe' } });
  assert.equal(callers.at(-1), 'lathe');
});

test('401 before the body is read, and its sender is not known', async () => {
  assert.equal((await greet(undefined, '{')).status, 401);
  assert.equal(callers.at(-1), undefined);
});

test('403 before the body is read, and the log knows who was refused', async () => {
  assert.equal((await greet('refused', '{')).status, 403);
  assert.equal(callers.at(-1), 'refused');
});

test('400 for what the schema refuses and for more than this kind may send', async () => {
  assert.equal((await greet('lathe', '{"word":5}')).status, 400);
  assert.equal((await greet('lathe', JSON.stringify({ word: 'x', more: 'y'.repeat(64) }))).status, 400);
});

test('503 in time for a caller who is never identified, 500 for an answer that is not declared', async () => {
  const before = performance.now();
  assert.equal((await greet('slow', '{"word":"x"}')).status, 503);
  assert.ok(performance.now() - before < 20_000);
  assert.equal((await greet('liar', '{"word":"x"}')).status, 500);
});
