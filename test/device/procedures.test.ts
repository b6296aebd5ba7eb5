/** The procedures that the glasses list: approved ones of the account, and those in its bundles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allocateBundle,
  changeBundle,
  createBundle,
  listBundles,
  withdrawBundle,
} from '../../src/features/bundles/bundles.ts';
import { listProcedures, reviewProcedure } from '../../src/features/procedures/procedures.ts';
import type { DeviceProcedure } from '../../src/features/procedures/contract.ts';
import { deleteSession } from '../../src/features/sessions/sessions.ts';
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

test('200 with the approved procedures of the account, and no others', async () => {
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

test('200 with the procedures of a bundle while it is allocated', async () => {
  const allocation = { account_id: learner.account_id, bundle_id: bundle.id };
  assert.deepEqual(await show(glasses), ['Kept']);
  await allocateBundle(platform, allocation);
  assert.deepEqual(await show(glasses), ['Change the filter', 'Kept']);
  await withdrawBundle(platform, allocation);
  assert.deepEqual(await show(glasses), ['Kept']);
});

test('200 with the procedures of a bundle for its named seats only, and not after the approval is withdrawn', async () => {
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

test('200 with one entry for a procedure of the account that is also in a bundle', async () => {
  const own = await maker.device();
  await allocateBundle(platform, { account_id: maker.account_id, bundle_id: bundle.id });
  assert.deepEqual(await show(own), ['Change the filter', 'Oil the press']);
  await reviewProcedure(maker.ctx(), press, { status: 'rejected', notes: 'Wrong oil' });
  assert.deepEqual(await show(own), ['Change the filter']);
});

test('200 without the procedures of a bundle withdrawn from a seat or from the account', async () => {
  const tenant = await world.account();
  const seats = [await tenant.device(), await tenant.device()];
  const [one, two] = seats.map(({ seat_id }) => seat_id);
  const whole = { account_id: tenant.account_id, bundle_id: bundle.id };
  await reviewProcedure(maker.ctx(), press, { status: 'approved' });
  const presses = await createBundle(platform, { name: 'Presses', procedure_ids: [press] });
  const shown = async () => (await Promise.all(seats.map(show))).map((titles) => titles.length);

  await allocateBundle(platform, { ...whole, seat_ids: [one ?? '', two ?? ''] });
  await allocateBundle(platform, { ...whole, bundle_id: presses.id, seat_ids: [two ?? ''] });
  assert.deepEqual(await shown(), [1, 2]);
  await withdrawBundle(platform, { ...whole, seat_ids: [one ?? ''] });
  assert.deepEqual(await shown(), [0, 2]);
  await allocateBundle(platform, whole);
  assert.deepEqual(await shown(), [1, 2]);
  await withdrawBundle(platform, whole);
  assert.deepEqual(await shown(), [0, 1], 'another bundle of the seat stays');
});

test('200 with the newest bundle, also after an older one is allocated again', async () => {
  const tenant = await world.account();
  const device = await tenant.device();
  const newer = await createBundle(platform, { name: 'Newer' });
  const named = async () => (await device.get('/device/v1/manifest')).body.bundle?.name;
  for (const seats of [{}, { seat_ids: [device.seat_id] }]) {
    for (const { id: bundle_id } of [bundle, newer, bundle]) {
      world.clock.advance(1_000);
      await allocateBundle(world.platform(), { account_id: tenant.account_id, bundle_id, ...seats });
    }
    assert.equal(await named(), 'Newer');
  }
});

test('400 for a bundle with a procedure that is pending, rejected or of a deleted session', async () => {
  const [pending = '', rejected = '', withdrawn = ''] = [
    ...(await teach(maker, ['Pending', 'Rejected'])),
    ...(await record(maker, ['Withdrawn'])),
  ];
  await reviewProcedure(maker.ctx(), rejected, { status: 'rejected', notes: 'Too dark' });
  const { procedures } = await listProcedures(maker.ctx(), { limit: 100, offset: 0 });
  const session_id = procedures.find(({ id }) => id === withdrawn)?.session_id ?? '';
  const maple = await createBundle(platform, { name: 'Maple', procedure_ids: [withdrawn] });
  await deleteSession(maker.ctx(), session_id);
  for (const procedure_id of [pending, rejected, withdrawn]) {
    const procedure_ids = [filter, procedure_id];
    const message = /^procedure_ids: each must be /;
    await assert.rejects(createBundle(platform, { name: 'Oak', procedure_ids }), { message });
    await assert.rejects(changeBundle(platform, bundle.id, { procedure_ids }), { message });
  }
  const bundles = (await listBundles(platform)).map(({ name, procedures }) => [name, procedures.length]);
  assert.deepEqual(
    bundles.filter(([name]) => name === 'Filters' || name === 'Maple'),
    [
      ['Filters', 1],
      [maple.name, 0],
    ],
  );
});

/** Records procedures and approves them. */
async function record(tenant: Tenant, titles: string[]): Promise<string[]> {
  const ids = await teach(tenant, titles);
  for (const id of ids) await reviewProcedure(tenant.ctx(), id, { status: 'approved' });
  return ids;
}

async function teach(tenant: Tenant, titles: string[]): Promise<string[]> {
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
  return titles.map((title) => listed.procedures.find((one) => one.title === title)?.id ?? '');
}

async function read(device: Device): Promise<DeviceProcedure[]> {
  return (await device.get('/device/v1/manifest')).body.procedures;
}

async function show(device: Device): Promise<string[]> {
  return (await read(device)).map(({ title }) => title).toSorted();
}
