import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../src/lib/schema/type.ts';
import { declareOperation, groupIntoResources, type CallerKind } from '../../src/doors/declaration.ts';
import { callerOf, registerDoor } from '../../src/doors/door.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { Failure } from '../../src/lib/errors.ts';
import type { PathTable } from '../../src/lib/http/paths.ts';
import { Answer, Input } from '../../src/lib/schema/schema.ts';
import { listen, makeHttpServer } from '../support/httpServer.ts';

/* A caller kind that the product does not have: a machine that names itself in a header. */
type Machine = { name: string };

const machine: CallerKind<Machine, Machine> = {
  asks_for: 'nothing',
  boundsOf: () => ({ bytes: 64, values: 10 }),
  async identify({ request, noteCaller }) {
    const name = String(request.headers['x-machine'] ?? '');
    if (name === '') throw new Failure('MISSING_AUTH', 'X-Machine: must be sent');
    noteCaller({ account_id: 'none', credential_id: name });
    if (name === 'refused') throw new Failure('FORBIDDEN', 'Not this one');
    if (name === 'slow') await new Promise<never>(() => {});
    return { name };
  },
  async run(who, useCase, _, { status }) {
    return { status, text: JSON.stringify(await useCase(who)), replayed: false };
  },
};

const greeting = declareOperation(machine, {
  body: Input({ word: Type.String({ maxLength: 10 }) }),
  answer: Answer({ said: Type.String() }),
  handle: async ({ name }, { body }) =>
    ({ said: name === 'liar' ? 5 : `${body.word} ${name}` }) as { said: string },
});

const paths: PathTable = new Map();
const callers: unknown[] = [];
const server = await makeHttpServer({ paths });
server.addHook('onResponse', async (request) => void callers.push(callerOf(request)?.credential_id));
registerDoor(
  server,
  paths,
  {
    prefix: '/machines',
    credentials: [],
    resources: groupIntoResources({}, { 'POST /greeting': greeting }),
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

test('200 for a kind of caller that is declared in one file', async () => {
  const answer = await greet('lathe', '{"word":"Hello"}');
  assert.deepEqual(answer, { status: 200, body: { said: 'Hello lathe' } });
  assert.equal(callers.at(-1), 'lathe');
});

test('401 for an unknown caller before the body is read', async () => {
  assert.equal((await greet(undefined, '{')).status, 401);
  assert.equal(callers.at(-1), undefined);
});

test('403 before the body is read, with the caller in the log', async () => {
  assert.equal((await greet('refused', '{')).status, 403);
  assert.equal(callers.at(-1), 'refused');
});

test('400 for a body that violates the schema or exceeds the limit of the caller kind', async () => {
  assert.equal((await greet('lathe', '{"word":5}')).status, 400);
  assert.equal((await greet('lathe', JSON.stringify({ word: 'x', more: 'y'.repeat(64) }))).status, 400);
});

test('503 after the timeout if the caller lookup hangs, 500 for an undeclared response', async () => {
  const before = performance.now();
  assert.equal((await greet('slow', '{"word":"x"}')).status, 503);
  assert.ok(performance.now() - before < 20_000);
  assert.equal((await greet('liar', '{"word":"x"}')).status, 500);
});
