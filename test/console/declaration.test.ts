/* Code that must not compile, for a page and for the server: each line below an expectation must be an error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../src/lib/schema/type.ts';
import type {
  CallOperation,
  CallOperationWithoutPost,
  OperationKey,
} from '../../dashboard/api/operations.ts';
import { methodsOf } from '../../src/doors/declaration.ts';
import { publishToApi as publish } from '../../src/doors/credential.ts';
import { serveDashboardApi as serve } from '../../src/doors/signIn.ts';
import { defineDashboardApi } from '../../src/access/dashboardApi.ts';
import { Answer, Input, Page } from '../../src/lib/schema/schema.ts';

const Pumps = Answer({ pumps: Type.Integer() });
const pumpsApi = defineDashboardApi(
  {
    'GET /pumps': {
      role: 'member',
      for_platform: true,
      query: Input({ hall: Type.String(), ...Page }),
      answer: Pumps,
    },
    'POST /pumps': { role: 'admin', body: Input({ count: Type.Integer() }), answer: Pumps, status: 201 },
    'DELETE /pumps': { role: 'staff', answer: Pumps },
    'GET /own-pumps': { role: 'member', needs_sign_in: true, answer: Pumps },
  },
  { body_limit_bytes: 1_000 },
);

const countPumps = async () => ({ pumps: 1 });
const handlers = {
  'GET /pumps': countPumps,
  'POST /pumps': countPumps,
  'DELETE /pumps': countPumps,
  'GET /own-pumps': countPumps,
};

test('an operation is served at its path, and a platform operation also at /staff', () => {
  const { resources } = serve(pumpsApi, handlers);
  const shown = resources.map((one) => ({
    at: methodsOf(one).map((method) => `${method} ${one.path}`),
    for: methodsOf(one).map((method) => one.operations[method]?.audience),
    bytes: one.body_limit_bytes,
  }));
  assert.deepEqual(shown, [
    {
      at: ['GET /pumps', 'POST /pumps', 'DELETE /pumps'],
      for: ['member', 'admin', 'staff'],
      bytes: 1_000,
    },
    { at: ['GET /staff/pumps'], for: ['staff'], bytes: 1_000 },
    { at: ['GET /own-pumps'], for: ['member'], bytes: 1_000 },
  ]);
});

test('an operation without a handler fails the start', () => {
  const { 'DELETE /pumps': _left_out, ...others } = handlers;
  // @ts-expect-error: a key without a handler
  assert.throws(() => serve(pumpsApi, others), /no handler for DELETE \/pumps/);
});

test('the compiler checks a handler against its declaration', () => {
  const refused = [
    // @ts-expect-error: a handler without a key
    () => serve(pumpsApi, { ...handlers, 'PUT /pumps': countPumps }),
    // @ts-expect-error: another answer
    () => serve(pumpsApi, { ...handlers, 'GET /pumps': async () => ({ pumps: 'one' }) }),
    // @ts-expect-error: a member of the query that is not declared
    () => serve(pumpsApi, { ...handlers, 'GET /pumps': async (_, { query }) => ({ pumps: query.count }) }),
    // @ts-expect-error: a body where none is declared
    () => serve(pumpsApi, { ...handlers, 'GET /pumps': async (_, { body }) => ({ pumps: body.count }) }),
    // @ts-expect-error: staff belong to no account
    () => serve(pumpsApi, { ...handlers, 'DELETE /pumps': (by) => count(by.account_id) }),
    // @ts-expect-error: the platform has no sign-in of an account
    () => serve(pumpsApi, { ...handlers, 'GET /pumps': (by) => count(by.sign_in.account_id) }),
    // @ts-expect-error: a sign-in that the declaration does not ask for
    () => serve(pumpsApi, { ...handlers, 'POST /pumps': (by) => count(by.sign_in.account_id) }),
  ];
  const accepted = [
    () => serve(pumpsApi, { ...handlers, 'GET /pumps': (by) => count(by.account_id) }),
    () => serve(pumpsApi, { ...handlers, 'GET /own-pumps': (by) => count(by.sign_in.account_id) }),
    () => serve(pumpsApi, { ...handlers, 'DELETE /pumps': (by) => count(by.sign_in.email) }),
  ];
  for (const each of [...refused, ...accepted]) assert.equal(each().resources.length, 3);
});

test('a published operation has the input, the response and the status of its declaration', () => {
  const named = { operation_id: 'addPumps', summary: 'Add pumps', scope: 'write:tasks' } as const;
  const served = serve(pumpsApi, handlers);
  const published = publish(served, { 'POST /pumps': named });
  const { status, body, answer } = published['POST /pumps'] ?? assert.fail();
  const declared = pumpsApi.operations['POST /pumps'];
  assert.deepEqual({ status, body, answer }, { status: 201, body: declared.body, answer: declared.answer });

  // @ts-expect-error: a key that is not declared
  assert.throws(() => publish(served, { 'PUT /pumps': { ...named, handle: countPumps } }));
  const refused = [
    // @ts-expect-error: another answer
    () => publish(served, { 'POST /pumps': { ...named, handle: async () => ({ pumps: 'one' }) } }),
    // @ts-expect-error: a body where none is declared
    () => publish(served, { 'GET /pumps': { ...named, handle: async (_, { body }) => body.count } }),
    // @ts-expect-error: keys and tokens have no sign-in
    () => publish(served, { 'POST /pumps': { ...named, handle: (by) => count(by.sign_in.email) } }),
    // @ts-expect-error: the handler of the dashboard needs a sign-in
    () => publish(served, { 'GET /own-pumps': named }),
  ];
  const accepted = [
    () =>
      publish(served, {
        'POST /pumps': { ...named, handle: (_, { body }) => count('p'.repeat(body.count)) },
      }),
    () => publish(served, { 'GET /own-pumps': { ...named, handle: countPumps } }),
  ];
  for (const each of [...refused, ...accepted]) assert.equal(Object.keys(each()).length, 1);
});

async function count(text: string) {
  return { pumps: text.length };
}

test('a page sends POST only in a mutation, which adds the idempotency key', () => {
  const refused = (ask: CallOperationWithoutPost) =>
    // @ts-expect-error: POST outside of an act
    ask('POST /tasks', { body: { title: 'Pump' } });
  const accepted = (ask: CallOperationWithoutPost) =>
    ask('PATCH /tasks', { query: { task_id: 'T1' }, body: {} });
  assert.deepEqual([typeof refused, typeof accepted], ['function', 'function']);
});

test('the compiler checks a page against the declarations', () => {
  const task_id = 'T1';
  const refused: ((ask: CallOperation, may: (key: OperationKey) => boolean) => unknown)[] = [
    // @ts-expect-error: a path that is not declared
    (ask) => ask('GET /task-list'),
    // @ts-expect-error: a method that the path has not
    (ask) => ask('PUT /tasks', { query: { task_id } }),
    // @ts-expect-error: a member that the query has not
    (ask) => ask('GET /tasks', { query: { state: 'open' } }),
    // @ts-expect-error: a query without what it needs
    (ask) => ask('GET /task', { query: {} }),
    // @ts-expect-error: nothing of what is needed
    (ask) => ask('GET /task'),
    // @ts-expect-error: a body where none is declared
    (ask) => ask('GET /task', { query: { task_id }, body: {} }),
    // @ts-expect-error: a body without what it needs
    (ask) => ask('POST /tasks', { body: { priority: 'high' } }),
    // @ts-expect-error: a value that the body may not have
    (ask) => ask('POST /tasks', { body: { title: 'Pump', priority: 'highest' } }),
    // @ts-expect-error: a member that the answer has not
    async (ask) => (await ask('GET /task', { query: { task_id } })).title,
    // @ts-expect-error: an operation of accounts only
    (ask) => ask('GET /staff/executions'),
    // @ts-expect-error: a right that nobody has
    (_, may) => may('POST /task-list'),
  ];
  const accepted: typeof refused = [
    (ask) => ask('GET /tasks', { query: { status: 'any text of an address', offset: '25' } }),
    async (ask) => (await ask('GET /task', { query: { task_id } })).task.title,
    (ask) => ask('POST /tasks', { body: { title: 'Pump', priority: 'high' } }),
    (ask) => ask('POST /staff/skills/reveal', { query: { skill_id: 'S1' } }),
    (_, may) => may('POST /tasks'),
  ];
  assert.deepEqual([refused.length, accepted.length], [11, 5]);
});
