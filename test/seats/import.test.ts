/* Seats from the lines of a CSV file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';
import { consoleOf } from '../../support/console.ts';

const world = await openWorld();
const tenant = await world.account();
const stranger = await world.account();
const admin = await consoleOf(world, tenant.admin);
const bo = await tenant.user('Bo Builder');

const send = (lines: readonly object[], options: object = {}, caller = admin) =>
  caller.post('/seats/import', { lines, duplicates: 'skip', dry_run: false, ...options });
const statesOf = ({ body }: any): string[] => body.lines.map(({ state }: any) => state);
const faultsOf = ({ body }: any) => body.lines.map(({ fault }: any) => fault);
const named = async (search: string) =>
  (await admin.get(`/seats?search=${encodeURIComponent(search)}`)).body.seats;

test('201 with a seat for each line, with its role, user and audit entry', async () => {
  const answer = await send([
    { device_name: 'Press 1', role: 'Trainer and trainee', user: tenant.admin.email },
    { device_name: 'Press 2', role: '', user: bo },
    { device_name: 'Press 3' },
  ]);
  assert.deepEqual([answer.status, ...statesOf(answer)], [201, 'created', 'created', 'created']);
  const [first] = await named('Press 1');
  assert.deepEqual([first.roles, first.user.name], [['trainer', 'trainee'], 'Ada Admin']);
  const [second] = await named('Press 2');
  assert.deepEqual([second.roles, second.user.user_id], [['trainee'], bo]);
  const filter = { target_id: first.id, limit: 5, offset: 0 };
  assert.equal((await listAudit(tenant.ctx(), filter)).entries[0]?.action, 'seat.created');
});

test('201 for an import that skips or updates seats with the same name, in any case of letters', async () => {
  const line = { device_name: 'PRESS 2', role: 'trainer' };
  assert.deepEqual(statesOf(await send([line])), ['skipped']);
  assert.deepEqual(statesOf(await send([line], { duplicates: 'update', dry_run: true })), ['updated']);
  assert.deepEqual((await named('press 2'))[0].roles, ['trainee']);
  assert.deepEqual(statesOf(await send([line, line], { duplicates: 'update' })), ['updated', 'repeated']);
  const [seat] = await named('press 2');
  assert.deepEqual([seat.roles, seat.user.user_id], [['trainer'], bo]);
  assert.deepEqual(statesOf(await send([line], { duplicates: 'update' })), ['skipped']);
});

test('201 with the error of each rejected line', async () => {
  await admin.post('/seats', { device_name: 'Double', roles: ['trainee'] });
  await admin.post('/seats', { device_name: 'double', roles: ['trainee'] });
  const lines = [
    { device_name: ' ' },
    { device_name: 'Bad role', role: 'pilot' },
    { device_name: 'Bad user', user: await stranger.user('Sly') },
    { device_name: 'Bad\u202Ename' },
    { device_name: 'Double', role: 'trainer' },
  ];
  const faults = [
    'device_name: required',
    'roles: must be trainer, trainee or both',
    'user: not an active user of this account',
    'device_name: must be 1 to 200 characters, not blank, without control, direction or invisible characters',
    'device_name: several seats have this name',
  ];
  assert.deepEqual(faultsOf(await send(lines, { duplicates: 'update', dry_run: true })), faults);
  assert.deepEqual(faultsOf(await send(lines, { duplicates: 'update' })), faults);
  assert.deepEqual(await named('Bad'), []);
});

test('one seat for each name after simultaneous imports of one file', async () => {
  const lines = Array.from({ length: 10 }, (_, at) => ({ device_name: `Race ${at}` }));
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(lines)));
  assert.equal(answers.flatMap(statesOf).filter((state) => state === 'created').length, 10);
  assert.equal((await named('Race')).length, 10);
  // Control: the API accepts a second seat with a name.
  await admin.post('/seats', { device_name: 'Race 1', roles: ['trainee'] });
  assert.equal((await named('Race')).length, 11);
});

test('403 for members', async () => {
  assert.equal(
    (await send([{ device_name: 'A' }], {}, await consoleOf(world, await memberOf(tenant)))).status,
    403,
  );
});
