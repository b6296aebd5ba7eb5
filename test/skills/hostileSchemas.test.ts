import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { changeSkill, createSkill } from '../../src/features/skills/skills.ts';
import { eventually } from '../../support/eventually.ts';
import { PATH, openSite } from './support/site.ts';

const { receiver, run, skill, stranger, tenant, world } = await openSite();

const config = { url: `${receiver.url}/hook` };
const create = (arguments_schema: Record<string, unknown>, who = tenant) =>
  createSkill(who.ctx(), { name: 'Odd', kind: 'http', config, arguments_schema });
const member = (schema: object) => ({ type: 'object', properties: { text: schema } });
const calm = await create(member({ type: 'string' }), stranger);
const strangerApi = await stranger.api();

/** Definitions that stand for two of the next, and so on: 2 to the power of 40 comparisons. */
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

const REFUSED: [string, Record<string, unknown>, RegExp][] = [
  ['$async', { $async: true }, /\$async: is not supported$/],
  ['$async further down', member({ anyOf: [{ $async: true }] }), /anyOf\.0\.\$async: is not supported$/],
  ['a dynamic reference', member({ $dynamicRef: '#x' }), /\$dynamicRef: is not supported$/],
  ['a dynamic anchor', member({ $dynamicAnchor: 'x' }), /\$dynamicAnchor: is not supported$/],
  ['a recursive reference', member({ $recursiveRef: '#' }), /\$recursiveRef: is not supported$/],
  [
    'a reference to elsewhere',
    member({ $ref: 'https://example.com/schema' }),
    /\$ref: must begin with #, within this schema$/,
  ],
  [
    'a reference to the schema of schemas',
    member({ $ref: 'https://json-schema.org/draft/2020-12/schema' }),
    /\$ref: must begin with #/,
  ],
  [
    'an unknown dialect',
    { $schema: 'https://json-schema.org/draft/2020-12/meta/core', type: 'objekt' },
    /\$schema: must be that of draft-07 or 2020-12$/,
  ],
  ['look-ahead', member({ pattern: '^(?!x)' }), /look-ahead and look-behind are not supported$/],
  [
    'look-behind in the name of a member',
    { patternProperties: { '(?<=a)b': {} } },
    /look-ahead and look-behind are not supported$/,
  ],
  ['a back-reference', member({ pattern: '(a)\\1' }), /back-references are not supported$/],
  ['many repetitions', member({ pattern: '^.{1,4000}$' }), /maxLength bounds longer texts$/],
];

for (const [what, arguments_schema, message] of REFUSED) {
  test(`400 for a skill whose schema has ${what}`, async () => {
    const is_told = (error: Error & { code?: string }) =>
      error.code === 'BAD_REQUEST' &&
      error.message.startsWith('arguments_schema: ') &&
      message.test(error.message);
    await assert.rejects(create(arguments_schema), is_told);
    await assert.rejects(changeSkill(tenant.ctx(), skill.id, { arguments_schema }), is_told);
  });
}

test('500 with a sentence for a skill that was kept with such a schema', async () => {
  const { id } = await create({ type: 'object' });
  await world.db`update skills set arguments_schema = ${'{"$async":true}'}::text::json where id = ${id}`;
  const { status, body } = await run({ skill_id: id, arguments: {} });
  assert.equal(status, 500);
  assert.equal(body.message, "The skill's arguments_schema: $async: is not supported");
});

test('control: with $async the answer comes before the fault, which then meets nobody', async () => {
  const validate = new Ajv2020({ strict: false }).compile({ $async: true, required: ['room'] });
  await assert.rejects(async () => validate({}), /validation failed/);
});

/** Calls whose arguments wait to be compared, and how many of the attacker's each call waited for. */
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
  test(`400 for ${what}; another account's calls beside six of them are answered in time`, async (context) => {
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
      assert.deepEqual([status, told.message], [400, 'arguments.text: must be string']);
    assert.ok(waited_ms < 8_000, `${waited_ms} ms`);
    const calls = waitedFor.filter(({ account_id }) => account_id === stranger.account_id);
    assert.equal(calls.length, 3);
    // The one that is running is waited for, and another one where the machine paused; others take no time.
    const most = Math.max(...calls.map(({ attacks: before }) => before));
    if (what === ENDLESS) assert.ok(most <= 2, `one waited for ${most} of six`);
    const refused = await Promise.all(attacks);
    for (const { status } of refused) assert.ok(status === 400 || status === 500);
    if (what === ENDLESS) {
      const told = new Set(
        refused.filter(({ status }) => status === 400).map(({ body: { message } }) => message),
      );
      assert.deepEqual([...told], ['arguments: comparing them with the schema takes too long']);
    }
  });
}

test('400 for what is wrong, told by the member, with patterns of several members kept apart', async () => {
  const { id } = await create({
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
      url: { type: 'string', format: 'url' },
    },
    patternProperties: { '^x-': { type: 'string', pattern: '^\\S+$' } },
  });
  const told = async (input: object) => (await run({ skill_id: id, arguments: input })).body.message;
  assert.equal(await told({ code: 'ab' }), 'arguments.code: must match pattern "^[A-Z]{2}\\d+$"');
  assert.equal(await told({ code: 'AB1', 'x-a': 'a b' }), 'arguments.x-a: must match pattern "^\\S+$"');
  assert.equal(await told({ url: 'ftp//x' }), 'arguments.url: must be a valid url');
});
