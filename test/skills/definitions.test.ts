import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsPlatform } from '../../src/access/platform.ts';
import { listAudit } from '../../src/audit/audit.ts';
import {
  allocateBundle,
  changeBundle,
  createBundle,
  listBundlesOfAccountAndSeats,
  listBundles,
} from '../../src/features/bundles/bundles.ts';
import type { NewSkill } from '../../src/features/skills/contract.ts';
import {
  changeSkill,
  createSkill,
  deleteSkill,
  listSkills,
  readSkill,
  revealSkillSecret,
  rotateSkillSecret,
} from '../../src/features/skills/skills.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const platform = world.platform();
const staff = actAsPlatform(platform);
const config = {
  url: 'https://93.184.215.14/hook',
  auth_header: { name: 'Authorization', value: 'Bearer hush-7741' },
};
const NEW: NewSkill = { name: 'Lookup', kind: 'http', config };
const create = (input: Partial<NewSkill> = {}) => createSkill(tenant.ctx(), { ...NEW, ...input });
const skill = await create();
const shared = await createSkill(staff, { ...NEW, name: 'Shared' });

test('a secret is sealed at rest and never shown again', async () => {
  assert.deepEqual(skill.config['auth_header'], { name: 'Authorization' });
  const [row] = await world.db`select skills::text as text, auth_value from skills where id = ${skill.id}`;
  assert.doesNotMatch(String(row?.['text']), /hush|687573682d37373431/i);
  assert.doesNotMatch(JSON.stringify(await listSkills(tenant.ctx())), /hush/);
});

test('an omitted secret is kept, and removed with its header', async () => {
  const url = 'https://93.184.215.14/elsewhere';
  const kept = await changeSkill(tenant.ctx(), skill.id, {
    config: { url, auth_header: { name: 'Authorization' } },
  });
  assert.equal(kept.config['url'], url);
  const other_name = { config: { url, auth_header: { name: 'X-Key' } } };
  await assert.rejects(changeSkill(tenant.ctx(), skill.id, other_name), {
    message: 'config.auth_header.value: required',
  });
  const without = await changeSkill(tenant.ctx(), skill.id, { config: { url } });
  assert.equal(without.config['auth_header'], null);
});

test('the signing secret is readable, 64 hexadecimal characters, and can be replaced', async () => {
  const { secret } = await revealSkillSecret(tenant.ctx(), skill.id);
  assert.match(secret, /^[0-9a-f]{64}$/);
  const { secret: next } = await rotateSkillSecret(tenant.ctx(), skill.id);
  assert.notEqual(next, secret);
  assert.deepEqual(await revealSkillSecret(tenant.ctx(), skill.id), { secret: next });
});

const REFUSED: [string, Partial<NewSkill>, RegExp][] = [
  ['an invalid schema', { arguments_schema: { type: 'objekt' } }, /^arguments_schema: /],
  ['a schema with an unresolvable reference', { arguments_schema: { $ref: '#/x' } }, /^arguments_schema: /],
  ['no URL', { config: {} }, /^config.url: required$/],
  ['an invalid URL', { config: { url: 'x' } }, /^config.url: must be a valid URL$/],
  ['plain http', { config: { url: 'http://93.184.215.14' } }, /^config.url: must begin with https/],
  [
    'a timeout beyond 30 s',
    { config: { ...config, timeout_ms: 30_001 } },
    /^config.timeout_ms: must be at most 30000$/,
  ],
  ['an unknown method', { config: { ...config, method: 'TRACE' } }, /^config.method: must be one of/],
  [
    'a reserved header',
    { config: { ...config, headers: { 'X-Webhook-Signature': 'x' } } },
    /set by the service$/,
  ],
  [
    'a header with a line break',
    { config: { ...config, headers: { 'X-A': 'a\r\nb' } } },
    /must be printable ASCII$/,
  ],
  ['form_fill without a form', { kind: 'form_fill', config: {} }, /^config.form_id: required$/],
];

for (const [what, input, message] of REFUSED) {
  test(`400 for ${what}`, async () => {
    await assert.rejects(create(input), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'BAD_REQUEST');
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a config is stored unchanged, and its secret is sent to one receiver only', async () => {
  const made = await create({ config: { ...config, headers: { 'X-Site': 'North' }, timeout_ms: 100 } });
  assert.deepEqual(made.config, {
    url: config.url,
    method: 'POST',
    headers: { 'X-Site': 'North' },
    timeout_ms: 100,
    auth_header: { name: 'Authorization' },
  });
  const elsewhere = { config: { url: 'https://93.184.215.15/hook', auth_header: { name: 'Authorization' } } };
  await assert.rejects(changeSkill(tenant.ctx(), made.id, elsewhere), {
    message: 'config.auth_header.value: required again, because config.url points to another host',
  });
  for (const name of ['Host', 'webhook-id', 'Content-Type', 'X-Webhook-Timestamp'])
    await assert.rejects(create({ config: { ...config, auth_header: { name, value: 'x' } } }), {
      message: `config.headers: ${name} is set by the service`,
    });
  const private_url = 'https://10.0.0.1/hook';
  await assert.rejects(
    changeSkill(tenant.ctx(), made.id, { config: { url: private_url } }),
    /public address/,
  );
});

test('200 for a change of each member, audited by name; an unchanged value has no audit entry', async () => {
  const made = await create({ name: 'Before', description: 'Old' });
  assert.deepEqual(
    [made.description, made.response_target, made.is_active, made.arguments_schema, made.owner],
    ['Old', 'api', true, { type: 'object' }, 'account'],
  );
  world.clock.advance(1_000);
  const arguments_schema = { type: 'object', required: ['room'] };
  const changes = { name: 'After', is_active: false, response_target: 'display', arguments_schema } as const;
  const changed = await changeSkill(tenant.ctx(), made.id, { ...changes, config });
  assert.deepEqual({ ...made, ...changes, updated_at: changed.updated_at }, changed);
  assert.equal(changed.updated_at, world.clock.now().toISOString());
  world.clock.advance(1_000);
  assert.deepEqual(await changeSkill(tenant.ctx(), made.id, changes), changed);
  const { entries } = await listAudit(tenant.ctx(), { target_id: made.id, limit: 9, offset: 0 });
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    [
      ['skill.changed', { members: ['name', 'is_active', 'response_target', 'arguments_schema', 'config'] }],
      ['skill.created', { name: 'Before', kind: 'http' }],
    ],
  );
  await assert.rejects(changeSkill(tenant.ctx(), made.id, { arguments_schema: { type: 'none' } }), {
    code: 'BAD_REQUEST',
  });
  const too_long = { description: 'x'.repeat(64 * 1_024) };
  await assert.rejects(create({ arguments_schema: too_long }), {
    message: 'arguments_schema: must be at most 65536 characters as JSON',
  });
});

test("404 for another account's skill and for a deleted skill", async () => {
  const gone = await create({ name: 'Gone' });
  await deleteSkill(tenant.ctx(), gone.id);
  for (const [ctx, id] of [
    [other.ctx(), skill.id],
    [tenant.ctx(), gone.id],
    [tenant.ctx(), shared.id],
  ] as const) {
    await assert.rejects(readSkill(ctx, id), { code: 'NOT_FOUND' });
    await assert.rejects(changeSkill(ctx, id, { name: 'Mine' }), { code: 'NOT_FOUND' });
    await assert.rejects(deleteSkill(ctx, id), { code: 'NOT_FOUND' });
    await assert.rejects(revealSkillSecret(ctx, id), { code: 'NOT_FOUND' });
  }
});

test('a bundle allocates its skills to an account without revealing their settings', async () => {
  const bundle = await createBundle(platform, { name: 'Basics', skill_ids: [shared.id] });
  assert.deepEqual(bundle.skills, [{ id: shared.id, name: 'Shared' }]);
  await allocateBundle(platform, { account_id: tenant.account_id, bundle_id: bundle.id });
  const seen = await readSkill(tenant.ctx(), shared.id);
  assert.deepEqual([seen.owner, seen.config], ['platform', {}]);
  assert.ok((await listSkills(tenant.ctx())).some(({ id }) => id === shared.id));
  assert.ok(!(await listSkills(other.ctx())).some(({ id }) => id === shared.id));
  await assert.rejects(changeSkill(tenant.ctx(), shared.id, { name: 'Mine' }), {
    code: 'NOT_FOUND',
  });
  const [given] = await listBundlesOfAccountAndSeats(tenant.ctx());
  assert.deepEqual([given?.name, given?.seat_ids], ['Basics', null]);

  await changeBundle(platform, bundle.id, { skill_ids: [] });
  await assert.rejects(readSkill(tenant.ctx(), shared.id), { code: 'NOT_FOUND' });
  const [listed] = await listBundles(platform);
  assert.deepEqual([listed?.skills, listed?.accounts], [[], 1]);
});

test('400 for a bundle of records that are not of the platform, 409 for a name in use, 404 for an unknown account', async () => {
  await assert.rejects(createBundle(platform, { name: 'Odd', skill_ids: [skill.id] }), {
    message: 'skill_ids: each must be a skill of the platform',
  });
  await createBundle(platform, { name: 'Twice' });
  await assert.rejects(createBundle(platform, { name: 'Twice' }), { code: 'CONFLICT' });
  const nobody = { account_id: skill.id, bundle_id: skill.id };
  await assert.rejects(allocateBundle(platform, nobody), { code: 'NOT_FOUND' });
  await assert.rejects(allocateBundle(platform, { ...nobody, account_id: tenant.account_id }), {
    code: 'NOT_FOUND',
  });
});
