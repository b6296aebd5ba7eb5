/** The procedures that glasses show: the account's own catalogue and those of bundles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateBundle, createBundle, withdrawBundle } from '../../src/features/bundles/bundles.ts';
import { listProcedures, reviewProcedure } from '../../src/features/procedures/procedures.ts';
import type { ShownProcedure } from '../../src/features/procedures/contract.ts';
import { openWorld, type Device, type Tenant } from '../support/world.ts';

const world = await openWorld();
const maker = await world.account('Maker GmbH');
const learner = await world.account('Learner GmbH');
const glasses = await learner.device();
const second = await learner.device();
const platform = world.platform();
const taught = await record(maker, ['Change the filter', 'Oil the press']);
const [filter = '', press = ''] = taught;
const bundle = await createBundle(platform, { name: 'Filters', procedure_ids: [filter] });

test('200 with what the own account approved, and nothing else of it', async () => {
  const [kept = '', refused = '', gone = ''] = await record(learner, ['Kept', 'Refused', 'Gone']);
  await reviewProcedure(learner.ctx(), refused, { status: 'rejected', notes: 'Too dark' });
  assert.equal((await show(glasses)).length, 2);
  await reviewProcedure(learner.ctx(), gone, { status: 'rejected', notes: 'Too loud' });
  assert.deepEqual(await show(glasses), ['Kept']);
  const [procedure] = await read(glasses);
  assert.deepEqual(procedure, {
    id: kept,
    title: 'Kept',
    description: null,
    clip_url: 'https://clips.example.com/kept.mp4',
    thumbnail_url: null,
    start_seconds: 1.5,
    end_seconds: 20,
  });
});

test('200 with what a bundle gives to the account, from the moment it does until it does not', async () => {
  const allocation = { account_id: learner.account_id, bundle_id: bundle.id };
  assert.deepEqual(await show(glasses), ['Kept']);
  await allocateBundle(platform, allocation);
  assert.deepEqual(await show(glasses), ['Change the filter', 'Kept']);
  await withdrawBundle(platform, allocation);
  assert.deepEqual(await show(glasses), ['Kept']);
});

test('200 for the named seats of a bundle only, and not when its maker takes back the approval', async () => {
  const allocation = { account_id: learner.account_id, bundle_id: bundle.id, seat_ids: [second.seat_id] };
  await allocateBundle(platform, allocation);
  assert.deepEqual(await Promise.all([show(glasses), show(second)]), [
    ['Kept'],
    ['Change the filter', 'Kept'],
  ]);
  await reviewProcedure(maker.ctx(), filter, { status: 'rejected', notes: 'A newer one comes' });
  assert.deepEqual(await show(second), ['Kept']);
  await reviewProcedure(maker.ctx(), filter, { status: 'approved' });
  assert.deepEqual(await show(second), ['Change the filter', 'Kept']);
});

test('200 once for what is both the own and in a bundle', async () => {
  const own = await maker.device();
  await allocateBundle(platform, { account_id: maker.account_id, bundle_id: bundle.id });
  assert.deepEqual(await show(own), ['Change the filter', 'Oil the press']);
  await reviewProcedure(maker.ctx(), press, { status: 'rejected', notes: 'Wrong oil' });
  assert.deepEqual(await show(own), ['Change the filter']);
});

/** Recorded, and approved by the account. */
async function record(tenant: Tenant, titles: string[]): Promise<string[]> {
  const recorder = await tenant.device();
  const { id } = (await recorder.post('/device/v1/sessions', { role: 'trainer' })).body;
  const procedures = titles.map((title) => ({
    title,
    clip_url: `https://clips.example.com/${title.toLowerCase().replaceAll(' ', '-')}.mp4`,
    start_seconds: 1.5,
    end_seconds: 20,
  }));
  await recorder.post('/device/v1/sessions/complete', { session_id: id, status: 'completed', procedures });
  const listed = await listProcedures(tenant.ctx(), { session_id: id, limit: 100, offset: 0 });
  for (const procedure of listed.procedures)
    await reviewProcedure(tenant.ctx(), procedure.id, { status: 'approved' });
  return titles.map((title) => listed.procedures.find((one) => one.title === title)?.id ?? '');
}

async function read(device: Device): Promise<ShownProcedure[]> {
  return (await device.get('/device/v1/manifest')).body.procedures;
}

async function show(device: Device): Promise<string[]> {
  return (await read(device)).map(({ title }) => title).toSorted();
}
