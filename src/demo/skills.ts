import { readFile } from 'node:fs/promises';
import type { Context } from '../access/context.ts';
import { actAsPlatform } from '../access/platform.ts';
import { plannedCallResult } from './answers.ts';
import { UNRESTRICTED_OUTGOING_ACCESS } from '../lib/http/outgoing/outgoing.ts';
import { allocateBundle, createBundle } from '../features/bundles/bundles.ts';
import { uploadDocument } from '../features/knowledge/documents.ts';
import type { NewSkill } from '../features/skills/contract.ts';
import { executeSkill } from '../features/skills/executions/executions.ts';
import { createSkill } from '../features/skills/skills.ts';
import { HOUR_MS } from '../lib/time/clock.ts';

const ASK: NewSkill = {
  name: 'Ask the handbook',
  description: 'Finds the passages of the handbook that answer a question in plain words.',
  kind: 'knowledge_search',
  response_target: 'display',
  config: { limit: 3 },
};

const PART: NewSkill = {
  name: 'Look up a part',
  description: 'Tells price and stock of a spare part by its number.',
  kind: 'http',
  arguments_schema: {
    type: 'object',
    required: ['part_number'],
    properties: {
      part_number: { type: 'string', pattern: '^[A-Z]{1,3}-\\d{1,4}$', description: 'Such as F-210' },
    },
  },
  response_target: 'context',
  config: {
    method: 'GET',
    url: 'https://parts.example.com/stock',
    auth_header: { name: 'X-Api-Key', value: 'a key of the demo' },
    timeout_ms: 5_000,
  },
};

const SAFETY: NewSkill = {
  name: 'Safety rules',
  description: 'Finds what the safety rules of the platform say.',
  kind: 'knowledge_search',
  response_target: 'display',
};

/** Seeds three skills, two bundles (one for a single seat), and documents for the search. */
export async function seedSkills(seeder: Context, seat_ids: string[]): Promise<void> {
  // The host of the example skill does not exist, so the check of its address is disabled.
  const ctx = { ...seeder, tools: { ...seeder.tools, reach: UNRESTRICTED_OUTGOING_ACCESS } };
  const { account_id } = ctx;
  const staff = actAsPlatform(ctx);
  await uploadFile(ctx, 'handbook.md', 'Handbooks');
  const rules = await uploadFile(staff, 'safety.md', 'Safety at work');
  const collection_ids = [rules.collection.id];

  await createSkill(ctx, ASK);
  const part = await createSkill(staff, PART);
  const safety = await createSkill(staff, { ...SAFETY, config: { collection_ids } });
  const service = await createBundle(ctx, { name: 'Field service', skill_ids: [part.id] });
  const basics = await createBundle(ctx, { name: 'Safety at work', skill_ids: [safety.id], collection_ids });
  await allocateBundle(ctx, { account_id, bundle_id: service.id });
  await allocateBundle(ctx, { account_id, bundle_id: basics.id, seat_ids: seat_ids.slice(0, 1) });
  for (const execution of DEMO_EXECUTIONS) await seedExecution(ctx, part.id, execution);
}

type DemoExecution = { hours_ago: number; part_number: string; status: number; answer: object };

/** Executions of a skill in the last days. The third one failed because the external system was unavailable. */
const DEMO_EXECUTIONS: readonly DemoExecution[] = [
  { hours_ago: 50, part_number: 'F-210', status: 200, answer: { price: 84.5, stock: 6 } },
  { hours_ago: 27, part_number: 'G-77', status: 200, answer: { price: 12.9, stock: 40 } },
  { hours_ago: 26, part_number: 'G-78', status: 503, answer: { error: 'closed for the night' } },
  { hours_ago: 5, part_number: 'F-211', status: 200, answer: { price: 91, stock: 2 } },
];

/** Executes the skill with a predefined response instead of an HTTP call. */
async function seedExecution(
  ctx: Context,
  skill_id: string,
  { hours_ago, part_number, status, answer }: DemoExecution,
) {
  const told = plannedCallResult({ status, body: JSON.stringify(answer), address: null, total_ms: 184 });
  const call = async () => told;
  const now = new Date(ctx.now.getTime() - hours_ago * HOUR_MS);
  const tools = { ...ctx.tools, clock: { now: () => now }, outgoing: { ...ctx.tools.outgoing, call } };
  const asked = executeSkill({ ...ctx, now, tools }, { skill_id, arguments: { part_number } });
  await asked.catch((failure: unknown) => {
    if (status < 400) throw failure;
  });
}

async function uploadFile(ctx: Context, name: string, collection: string) {
  const content = await readFile(new URL(`./files/${name}`, import.meta.url));
  return uploadDocument(ctx, { name, collection, content });
}
