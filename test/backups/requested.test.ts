/* Staff request a backup: one at a time, made by one worker, and never from a restored request. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import { makeRequestedBackup } from '../../src/features/backups/schedule.ts';
import {
  isBackupRunning,
  listBackups,
  requestedBackupExists,
} from '../../src/features/backups/sql/backups.ts';
import type { SecretKeys } from '../../src/lib/crypto/secretBox.ts';
import { consoleOf } from '../../support/console.ts';
import { freshFolder } from '../support/fileStores.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld } from '../support/world.ts';

const folder = await freshFolder();
const world = await openWorld({ backups: { place: folder, at_minute_of_day: 180, keep: 1 } });
const staff = await consoleOf(world, await world.staff());

function makeRequested(place = folder): Promise<void> {
  const { connection: target, files } = world;
  const readKeys = (): SecretKeys => [SECRET_KEY];
  const passphrase = 'a passphrase of backups';
  const work = { target, files, readKeys, passphrase, version: '0.0.0', now: new Date() };
  return makeRequestedBackup({ ...work, place, at_minute_of_day: 180, keep: 1 });
}

async function isRequested(): Promise<boolean> {
  const [row] = await world.db<{ is_due: boolean }[]>`select ${requestedBackupExists(world.db)} as is_due`;
  return row?.is_due === true;
}

test('201 for one of several concurrent requests, 409 for the others, and one worker makes the backup', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => staff.post('/staff/backups', {})));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 2);
  const rejected = answers.find(({ status }) => status === 409);
  assert.match(rejected?.body.message, /already running/);
  assert.equal(await isRequested(), true);
  assert.equal(await isBackupRunning(world.db), true);

  await Promise.all([makeRequested(), makeRequested()]);
  assert.equal(await isRequested(), false);
  const [made, ...more] = await listBackups(world.db);
  assert.deepEqual(more, []);
  assert.deepEqual([made?.state, made?.is_scheduled], ['done', false]);
  assert.deepEqual(await readdir(folder), [basename(made?.place ?? '')]);
  const audited = await world.db`select 1 from audit_entries where action = 'backup.requested'`;
  assert.equal(audited.length, 1);
});

test('a failed request is reported, and the next request is accepted', async () => {
  assert.equal((await staff.post('/staff/backups', {})).status, 201);
  await assert.rejects(makeRequested('/dev/null/none'));
  const [failed] = await listBackups(world.db);
  assert.deepEqual([failed?.state, typeof failed?.reason], ['failed', 'string']);
  assert.equal((await staff.post('/staff/backups', {})).status, 201);
});

test('a request that no worker claims for two minutes fails, and no worker claims it afterwards', async () => {
  await world.db`update backups set alive_at = now() - interval '3 minutes' where state = 'running'`;
  assert.equal(await isRequested(), false);
  await makeRequested();
  const { status } = await staff.post('/staff/backups', {});
  assert.equal(status, 201);
  const states = (await listBackups(world.db)).map(({ state }) => state);
  assert.deepEqual(states, ['running', 'failed', 'failed', 'done']);
});

test('409 without a destination of backups, and 403 for an admin of an account', async () => {
  const bare = await openWorld();
  const { status, body } = await (await consoleOf(bare, await bare.staff())).post('/staff/backups', {});
  assert.equal(status, 409);
  assert.match(body.message, /BACKUP_TO/);
  const admin = await consoleOf(world, (await world.account()).admin);
  assert.equal((await admin.post('/staff/backups', {})).status, 403);
});
