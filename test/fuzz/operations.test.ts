/* Fuzzes every operation of every door with almost valid input: no request may cause a server error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation, Method } from '../../src/doors/declaration.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import type { Answer, Caller } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { createFuzzer } from '../support/fuzzer.ts';
import { openWorld } from '../support/world.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 8);
const SEED = Number(process.env['SEED'] ?? 1);
const METHODS: Method[] = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

const world = await openWorld();
const tenant = await world.account();
const staff = await world.staff();
const fuzzer = createFuzzer(SEED);
const statuses = new Map<number, number>();

/** Creates a new caller, because some operations revoke the caller's credential. */
async function enter(prefix: string, operation: Operation): Promise<Caller> {
  if (prefix === '/device/v1') return tenant.device();
  if (prefix === '/inbound/v1')
    return world.as((await createIntegration(tenant.ctx(), { provider: 'erp' })).secret);
  if (operation.asks_for !== 'sign-in') return tenant.api();
  const person = operation.audience === 'staff' ? staff : (await world.account()).admin;
  return consoleOf(world, person);
}

for (const { prefix, resources } of world.app.doors) {
  for (const { path, operations } of resources) {
    test(`no 5xx from ${prefix}${path} for any input`, async () => {
      for (const method of METHODS) {
        const operation = operations[method];
        if (operation) await tryOut(prefix, path, method, operation);
      }
    });
  }
}

test('200 or 201 for at least one call in ten', () => {
  const [good, all] = [...statuses].reduce(
    ([some, sum], [status, count]) => [some + (status < 300 ? count : 0), sum + count],
    [0, 0],
  );
  assert.ok(good / all > 0.1, `${good} of ${all}`);
});

async function tryOut(prefix: string, path: string, method: Method, operation: Operation): Promise<void> {
  let caller = await enter(prefix, operation);
  for (let round = 0; round < ROUNDS; round++) {
    const query = queryOf(fuzzer.make(operation.query));
    const body = fuzzer.make(operation.body);
    const where = (prefix === '/console/v1' ? path : prefix + path) + query;
    const raw = JSON.stringify(body);
    const answer = await caller.call(where, { method, ...(raw !== undefined && { raw }) });
    assert.ok(
      answer.status < 500 || isSkillsOwn(answer),
      `${method} ${where} ${raw?.slice(0, 2_000)}: ${answer.text}`,
    );
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    fuzzer.learn(answer.text);
    if (answer.status === 401) caller = await enter(prefix, operation);
  }
}

function queryOf(made: unknown): string {
  if (typeof made !== 'object' || made === null) return '';
  const members = Object.entries(made).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(members).toString()}`;
}

/** True if the receiver of a skill failed, for which the contract requires 500. */
function isSkillsOwn({ body }: Answer): boolean {
  return String(body?.message).startsWith('The skill failed');
}
