/* Rules for the argument schemas of skills. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSkill, createSkill } from '../../src/features/skills/skills.ts';
import { openSkillSite } from './support/site.ts';

const { receiver, run, skill, tenant, world } = await openSkillSite();

const config = { url: `${receiver.url}/hook` };
const create = (arguments_schema: Record<string, unknown>) =>
  createSkill(tenant.ctx(), { name: 'Odd', kind: 'http', config, arguments_schema });
const member = (schema: object) => ({ type: 'object', properties: { text: schema } });

const REFUSED: [string, Record<string, unknown>, RegExp][] = [
  ['$async', { $async: true }, /\$async: is not supported$/],
  ['$async further down', member({ anyOf: [{ $async: true }] }), /anyOf\.0\.\$async: is not supported$/],
  ['a dynamic reference', member({ $dynamicRef: '#x' }), /\$dynamicRef: is not supported$/],
  ['a dynamic anchor', member({ $dynamicAnchor: 'x' }), /\$dynamicAnchor: is not supported$/],
  ['a recursive reference', member({ $recursiveRef: '#' }), /\$recursiveRef: is not supported$/],
  [
    'a reference to another document',
    member({ $ref: 'https://example.com/schema' }),
    /\$ref: must begin with #, within this schema$/,
  ],
  [
    'a reference to the meta-schema',
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
    'look-behind in a member name',
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

test('500 with an explanation for a stored skill with a schema that the rules reject', async () => {
  const { id } = await create({ type: 'object' });
  await world.db`update skills set arguments_schema = ${'{"$async":true}'}::text::json where id = ${id}`;
  const { status, body } = await run({ skill_id: id, arguments: {} });
  assert.equal(status, 500);
  assert.equal(body.message, "The skill's arguments_schema: $async: is not supported");
});

test('400 with the name of the invalid member, for patterns of several members', async () => {
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

test('a URL has a scheme and a host, also one without a dot, and at most 2,048 characters', async () => {
  const { id } = await create(member({ type: 'string', format: 'url' }));
  const told = async (text: string) => (await run({ skill_id: id, arguments: { text } })).body.message;
  const long = `https://example.com/${'a'.repeat(2_028)}`;
  for (const url of ['http://localhost:8080/hook', 'FTP://files/a', long])
    assert.equal(await told(url), undefined, url);
  for (const text of [`${long}a`, 'mailto:ada@example.com', 'http://', 'see http://localhost'])
    assert.equal(await told(text), 'arguments.text: must be a valid url', text);
});
