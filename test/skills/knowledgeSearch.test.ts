/* The number of passages that a search skill returns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSkill } from '../../src/features/skills/skills.ts';
import { openLibrary } from '../knowledge/support/library.ts';

const { tenant, add } = await openLibrary();
const api = await tenant.api();
await tenant.device();
const sections = Array.from({ length: 60 }, (_, at) => `# Gate ${at}\n\nThe flamingo of gate ${at}.\n\n`);
await add(tenant, 'gates.md', sections.join(''));

async function countFound(config: Record<string, unknown>, limit?: number): Promise<number> {
  const skill = await createSkill(tenant.ctx(), {
    name: 'Ask',
    kind: 'knowledge_search',
    config,
    arguments_schema: { type: 'object' },
  });
  const { status, body } = await api.post('/v1/api-tenant-skills-execute', {
    skill_id: skill.id,
    arguments: { query: 'flamingo', ...(limit !== undefined && { limit }) },
  });
  assert.equal(status, 200, body.message);
  return body.passages.length;
}

test('200 with 1 to 50 passages, whatever limit the arguments have', async () => {
  const found = [];
  for (const limit of [-1, 0, 1, 1.9, 49, 50, 51, 1_000]) found.push(await countFound({}, limit));
  assert.deepEqual(found, [1, 1, 1, 1, 49, 50, 50, 50]);
});

test('200 with as many passages as the config of the skill states, by default 5', async () => {
  assert.deepEqual([await countFound({}), await countFound({ limit: 7 })], [5, 7]);
});
