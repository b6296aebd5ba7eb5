/* One process makes one backup per day; staff see the result. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { appendBackupName } from '../../src/features/backups/names.ts';
import { readBackupOverview } from '../../src/features/backups/overview.ts';
import { lastScheduledTime, makeDueBackup, nextBackupStart } from '../../src/features/backups/schedule.ts';
import { listBackups, readScheduledTimeState } from '../../src/features/backups/sql/backups.ts';
import { readScheduledBackupState } from '../../src/features/backups/state.ts';
import { DAY_MS, startOfDay } from '../../src/lib/time/clock.ts';
import type { SecretKeys } from '../../src/lib/crypto/secretBox.ts';
import { consoleOf } from '../../support/console.ts';
import { freshFolder } from '../support/fileStores.ts';
import { SECRET_KEY } from '../support/tools.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const folder = await freshFolder();
const no_folder = join(folder, 'a file');
await writeFile(no_folder, 'of others');
const began_ms = Date.now();
/** The scheduled minute is half a day away, so that it does not pass during a test. */
const at_minute_of_day =
  Math.floor((began_ms + DAY_MS / 2 - startOfDay(new Date(began_ms)).getTime()) / 60_000) % 1440;
/** A scheduled minute of the day long before the first backup, so that no backup counts as made for it. */
const lastMinutes = 180;
const at = (days: number, minutes = 0) => new Date(began_ms + (days * 24 * 60 + minutes) * 60_000);

function run(now: Date, place = folder): Promise<void> {
  const { connection: target, files } = world;
  const how = {
    readKeys: (): SecretKeys => [SECRET_KEY],
    passphrase: 'a passphrase of backups',
    version: '0.0.0',
  };
  return makeDueBackup({ target, files, ...how, now, place, at_minute_of_day, keep: 1 });
}

const listStates = async () => (await listBackups(world.db)).map(({ state }) => state);

test('two processes make one backup per scheduled time, and the next one replaces it', async () => {
  assert.equal(await readScheduledBackupState(world.db, at(0)), null);
  await Promise.all([run(at(0)), run(at(0))]);
  await run(at(0));
  const [first, ...more] = await listOurs();
  assert.ok(first);
  assert.deepEqual(more, []);
  assert.deepEqual(await listStates(), ['done']);

  // Unfinished files of killed processes: an old one and one of today.
  const drafts = [at(-5), at(1)].map((moment) => `.${basename(appendBackupName('', moment))}.4711`);
  for (const draft of drafts) await writeFile(join(folder, draft), 'a part');
  await run(at(1));
  assert.deepEqual(await listStates(), ['done', 'done']);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.4711')),
    drafts.slice(1),
  );
  const next = await listOurs();
  assert.equal(next.length, 1);
  assert.notDeepEqual(next, [first]);
  assert.ok((await readdir(folder)).includes('a file'));
});

test('a failed backup is reported to the staff and retried', async () => {
  await assert.rejects(run(at(2), no_folder));
  await run(at(2, 1));
  assert.deepEqual(await listStates(), ['failed', 'done', 'done']);
  const failed = await readScheduledBackupState(world.db, at(0));
  assert.match(failed?.reason ?? '', /EEXIST|ENOTDIR/);
  assert.equal(failed?.is_late, false);
  assert.equal((await readScheduledBackupState(world.db, at(1, 121)))?.is_late, true);

  const next = () =>
    nextBackupStart({ now: at(2, 1), at_minute_of_day }, (due_at) =>
      readScheduledTimeState(world.db, due_at),
    );
  assert.deepEqual(await next(), at(2, 15));
  await run(at(2, 16));
  assert.deepEqual(await next(), lastScheduledTime(at(3, 1), at_minute_of_day));
  assert.deepEqual(await listStates(), ['done', 'failed', 'done', 'done']);
  const { failed_at, reason } = (await readScheduledBackupState(world.db, at(0))) ?? {};
  assert.deepEqual([failed_at, reason], [null, null]);
});

test('another process makes a backup whose process died', async () => {
  await world.db`update backups as backup set state = 'running' where backup.started_at = (select max(started_at) from backups)`;
  await run(at(2, 20));
  assert.deepEqual(await listStates(), ['running', 'failed', 'done', 'done']);
  await world.db`update backups as backup set alive_at = now() - interval '3 minutes' where backup.state = 'running'`;
  await run(at(2, 40));
  assert.deepEqual(await listStates(), ['done', 'failed', 'failed', 'done', 'done']);
});

test('200 with all backup attempts and the next scheduled time for staff, without the secret of the destination', async () => {
  const backups = { place: 's3://key:…@host/bucket', at_minute_of_day: lastMinutes, keep: 7 };
  const staff = { ...world.platform(), tools: { ...world.tools, backups } };
  const shown = await readBackupOverview(staff);
  const next_at = lastScheduledTime(staff.now, lastMinutes).toISOString();
  assert.deepEqual(shown.schedule, { place: backups.place, next_at, keep: 7 });
  assert.deepEqual(
    shown.backups.map(({ state, is_scheduled }) => [state, is_scheduled]),
    [...(await listStates())].map((state) => [state, true]),
  );
  const [newest] = shown.backups;
  assert.ok((newest?.bytes ?? 0) > 0);
  const { body } = await (await consoleOf(world, await world.staff())).get('/staff/backups');
  assert.deepEqual([body.schedule, body.backups.length], [null, shown.backups.length]);
});

async function listOurs(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.backup'));
}

test('before the first backup, the reported age is the age of the first attempt', async () => {
  await world.db`update backups set state = 'failed', made_at = null`;
  const lateAt = async (now: Date) => (await readScheduledBackupState(world.db, now))?.is_late;
  assert.deepEqual([await lateAt(at(0)), await lateAt(at(1)), await lateAt(at(9))], [false, false, true]);
});
