/* Concurrent changes of a skill: a secret is sent only to the receiver for which it was set. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SkillChanges } from '../../src/features/skills/contract.ts';
import { changeSkill, skillSecretEncryptionContext, createSkill } from '../../src/features/skills/skills.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const HERE = 'https://93.184.215.14';
const ELSEWHERE = 'https://93.184.215.15';

const create = () =>
  createSkill(tenant.ctx(), { name: 'Lookup', kind: 'http', config: configOf(HERE, 'first') });

function configOf(url: string, value?: string) {
  return { url, auth_header: { name: 'X-Key', ...(value !== undefined && { value }) } };
}

/** Runs a change that has read the skill and then waits at its schema check until other changes are done. */
async function changeAround(id: string, changes: SkillChanges, others: () => Promise<unknown>) {
  const [began, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ctx = tenant.ctx();
  const assertSchema = async () => {
    began.resolve();
    await over.promise;
  };
  const tools = { ...ctx.tools, schemas: { ...ctx.tools.schemas, assertSchema } };
  const changed = changeSkill({ ...ctx, tools }, id, { ...changes, arguments_schema: { type: 'object' } });
  await began.promise;
  await others();
  over.resolve();
  return changed;
}

async function stored(id: string) {
  const [row] = await world.db<[{ url: string; auth_value: Buffer }]>`
    select config ->> 'url' as url, auth_value
    from skills
    where id = ${id}`;
  const value = world.tools.box.open(
    row.auth_value,
    skillSecretEncryptionContext(tenant.account_id, id, 'header'),
  );
  return { url: row.url, value };
}

test('400 for a change that keeps the secret after a concurrent change of the URL', async () => {
  const { id } = await create();
  const kept = changeAround(id, { config: configOf(`${HERE}/other`) }, () =>
    changeSkill(tenant.ctx(), id, { config: configOf(ELSEWHERE, 'second') }),
  );
  await assert.rejects(kept, {
    message: 'config.auth_header.value: required again, because config.url points to another host',
  });
  assert.deepEqual(await stored(id), { url: ELSEWHERE, value: 'second' });
});

test('a new secret also sets its receiver URL after a concurrent change of the URL', async () => {
  const { id } = await create();
  await changeAround(id, { config: configOf(HERE, 'third') }, () =>
    changeSkill(tenant.ctx(), id, { config: configOf(ELSEWHERE, 'second') }),
  );
  assert.deepEqual(await stored(id), { url: HERE, value: 'third' });
});
