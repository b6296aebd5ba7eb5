import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createSkill } from '../../src/features/skills/skills.ts';
import { eventually } from '../../support/eventually.ts';
import { PATH, openSkillSite } from './support/site.ts';

const { receiver, run, stranger, tenant, world } = await openSkillSite();

const config = { url: `${receiver.url}/hook` };
const create = (arguments_schema: Record<string, unknown>, who = tenant) =>
  createSkill(who.ctx(), { name: 'Odd', kind: 'http', config, arguments_schema });
const member = (schema: object) => ({ type: 'object', properties: { text: schema } });
const calm = await create(member({ type: 'string' }), stranger);
const strangerApi = await stranger.api();

/** Definitions that each refer twice to the next: 2 to the power of 40 comparisons. */
const doubling = {
  $defs: Object.fromEntries([
    ...Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, { allOf: [next, next] }];
    }),
    ['d40', {}],
  ]),
  $ref: '#/$defs/d0',
};
const endless = await create(doubling);
const backtracking = await create(member({ pattern: '^(a|a)*$' }));

test('control: with $async, the fault is raised after the response and is not handled', async () => {
  const validate = new Ajv2020({ strict: false }).compile({ $async: true, required: ['room'] });
  await assert.rejects(async () => validate({}), /validation failed/);
});

/**
 * The calls whose arguments are being checked, and for each finished call the number of the attacker's calls that
 * finished before it.
 */
const [waiting, waitedFor]: [Set<object>, { account_id: string; attacks: number }[]] = [new Set(), []];
const { schemas } = world.tools;
const assertArguments = schemas.assertArguments.bind(schemas);
schemas.assertArguments = async (account_id, schema, value) => {
  const countAttacks = () => waitedFor.filter((one) => one.account_id === tenant.account_id).length;
  const [call, before] = [{}, countAttacks()];
  waiting.add(call);
  try {
    await assertArguments(account_id, schema, value);
  } finally {
    waiting.delete(call);
    waitedFor.push({ account_id, attacks: countAttacks() - before });
  }
};

const askCalmly = () => strangerApi.post(PATH, { skill_id: calm.id, arguments: { text: 7 } });

const ENDLESS = 'a schema that never ends';
const HOSTILE: [string, object][] = [
  [
    'a pattern that backtracks',
    { skill_id: backtracking.id, arguments: { text: `${'a'.repeat(200_000)}b` } },
  ],
  [ENDLESS, { skill_id: endless.id, arguments: {} }],
];

for (const [what, body] of HOSTILE) {
  test(`400 for ${what}; six concurrent ones do not delay calls of another account`, async (context) => {
    waitedFor.length = 0;
    const attacks = Array.from({ length: 6 }, () => run(body));
    await eventually(
      () => waiting.size + waitedFor.length,
      (asked) => asked === 6,
    );
    const started_ms = performance.now();
    const answers = await Promise.all(Array.from({ length: 3 }, askCalmly));
    const waited_ms = performance.now() - started_ms;
    context.diagnostic(`${Math.round(waited_ms)} ms for three calls beside six of the other account`);
    for (const { status, body: told } of answers)
      assert.deepEqual([status, told.message], [400, 'arguments.text: must be a string']);
    assert.ok(waited_ms < 8_000, `${waited_ms} ms`);
    const calls = waitedFor.filter(({ account_id }) => account_id === stranger.account_id);
    assert.equal(calls.length, 3);
    // A call may wait for the running attack, and for a second one if the machine paused.
    const most = Math.max(...calls.map(({ attacks: before }) => before));
    if (what === ENDLESS) assert.ok(most <= 2, `one waited for ${most} of six`);
    const refused = await Promise.all(attacks);
    for (const { status } of refused) assert.ok(status === 400 || status === 500);
    if (what === ENDLESS) {
      const told = new Set(
        refused.filter(({ status }) => status === 400).map(({ body: { message } }) => message),
      );
      assert.deepEqual([...told], ['arguments: checking them against the schema takes too long']);
    }
  });
}
