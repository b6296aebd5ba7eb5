/* One backup a day, made by one process, and what staff learn of it. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { listExpiredNames, nameBackup } from '../../src/features/backups/names.ts';
import { readBackups } from '../../src/features/backups/overview.ts';
import { lastScheduledTime, makeDueBackup, nextStart } from '../../src/features/backups/schedule.ts';
import { listBackups, readMoment } from '../../src/features/backups/sql/backups.ts';
import { readScheduledBackups } from '../../src/features/backups/state.ts';
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
/** Half a day away, so that no moment of the schedule passes within a test. */
const at_minutes =
  Math.floor((began_ms + DAY_MS / 2 - startOfDay(new Date(began_ms)).getTime()) / 60_000) % 1440;
/** Long before the first backup, so that none was made for its moment. */
const lastMinutes = 180;
const at = (days: number, minutes = 0) => new Date(began_ms + (days * 24 * 60 + minutes) * 60_000);

function run(now: Date, place = folder): Promise<void> {
  const { connection: target, files } = world;
  const how = {
    readKeys: (): SecretKeys => [SECRET_KEY],
    passphrase: 'a passphrase of backups',
    version: '0.0.0',
  };
  return makeDueBackup({ target, files, ...how, now, place, at_minutes, keep: 1 });
}

const listStates = async () => (await listBackups(world.db)).map(({ state }) => state);

test('a moment is the last one of its time of day', () => {
  const moments = ['2026-11-22T02:59:59Z', '2026-11-22T03:00:00Z'].map((text) =>
    lastScheduledTime(new Date(text), 180),
  );
  assert.deepEqual(
    moments.map((moment) => moment.toISOString()),
    ['2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  );
});

test('a name is below its place, and only old ones of ours are removed', () => {
  const moment = new Date('2026-11-22T03:00:00Z');
  const name = 'tenant-ops-2026-11-22T03-00-00Z.backup';
  assert.equal(nameBackup('/backups/', moment), `/backups/${name}`);
  assert.equal(
    nameBackup('s3://k:s@host/bucket/a?region=b', moment),
    `s3://k:s@host/bucket/a/${name}?region=b`,
  );
  const later = name.replace('22T', '23T');
  assert.deepEqual(listExpiredNames([later, 'tenant-ops.backup', name], 1), [name]);
  assert.deepEqual(listExpiredNames([later, name], 2), []);
});

test('two processes make one backup of a moment, and the next one takes its place', async () => {
  assert.equal(await readScheduledBackups(world.db, at(0)), null);
  await Promise.all([run(at(0)), run(at(0))]);
  await run(at(0));
  const [first, ...more] = await listOurs();
  assert.ok(first);
  assert.deepEqual(more, []);
  assert.deepEqual(await listStates(), ['done']);

  // Drafts of processes that were killed, long ago and today.
  const drafts = [at(-5), at(1)].map((moment) => `.${basename(nameBackup('', moment))}.4711`);
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

test('one that failed is told to the staff, and tried again after a while', async () => {
  await assert.rejects(run(at(2), no_folder));
  await run(at(2, 1));
  assert.deepEqual(await listStates(), ['failed', 'done', 'done']);
  const failed = await readScheduledBackups(world.db, at(0));
  assert.match(failed?.reason ?? '', /EEXIST|ENOTDIR/);
  assert.equal(failed?.is_late, false);
  assert.equal((await readScheduledBackups(world.db, at(1, 121)))?.is_late, true);

  const next = () => nextStart({ now: at(2, 1), at_minutes }, (due_at) => readMoment(world.db, due_at));
  assert.deepEqual(await next(), at(2, 15));
  await run(at(2, 16));
  assert.deepEqual(await next(), lastScheduledTime(at(3, 1), at_minutes));
  assert.deepEqual(await listStates(), ['done', 'failed', 'done', 'done']);
  const { failed_at, reason } = (await readScheduledBackups(world.db, at(0))) ?? {};
  assert.deepEqual([failed_at, reason], [null, null]);
});

test('one whose process died is made by another', async () => {
  await world.db`update backups as backup set state = 'running' where backup.started_at = (select max(started_at) from backups)`;
  await run(at(2, 20));
  assert.deepEqual(await listStates(), ['running', 'failed', 'done', 'done']);
  await world.db`update backups as backup set alive_at = now() - interval '3 minutes' where backup.state = 'running'`;
  await run(at(2, 40));
  assert.deepEqual(await listStates(), ['done', 'failed', 'failed', 'done', 'done']);
});

test('200 with every attempt and the next one for the staff, without the secret of its place', async () => {
  const backups = { place: 's3://key:…@host/bucket', at_minutes: lastMinutes, keep: 7 };
  const staff = { ...world.platform(), tools: { ...world.tools, backups } };
  const shown = await readBackups(staff);
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

test('a schedule without a passphrase is refused at the start', () => {
  assert.throws(() => readConfig({ BACKUP_TO: folder }), /BACKUP_PASSPHRASE: is needed with BACKUP_TO/);
  for (const BACKUP_PASSPHRASE of ['too short', 'x'.repeat(1_001)])
    assert.throws(
      () => readConfig({ BACKUP_TO: folder, BACKUP_PASSPHRASE }),
      /must be 12 to 1000 characters/,
    );
  assert.throws(
    () => readConfig({ BACKUP_TO: 's3://host', BACKUP_AT: '24:00' }),
    /BACKUP_TO: must be[^]*BACKUP_AT: must/,
  );
  for (const [BACKUP_AT, minutes] of [
    ['00:00', 0],
    ['04:30', 270],
    ['23:59', 1_439],
  ] as const)
    for (const length of [12, 1_000]) {
      const config = readConfig({ BACKUP_TO: folder, BACKUP_AT, BACKUP_PASSPHRASE: 'x'.repeat(length) });
      assert.equal(config.BACKUP_AT, minutes);
    }
  const keep = (BACKUP_KEEP: string) =>
    readConfig({ BACKUP_TO: folder, BACKUP_PASSPHRASE: 'a long passphrase', BACKUP_KEEP }).BACKUP_KEEP;
  assert.deepEqual([keep('1'), keep('999')], [1, 999]);
  for (const wrong of ['0', '1000', 'x'])
    assert.throws(() => keep(wrong), /BACKUP_KEEP: must be a number from 1 to 999/);
});

async function listOurs(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.backup'));
}

test('before the first backup its age is that of the first attempt', async () => {
  await world.db`update backups set state = 'failed', made_at = null`;
  const lateAt = async (now: Date) => (await readScheduledBackups(world.db, now))?.is_late;
  assert.deepEqual([await lateAt(at(0)), await lateAt(at(1)), await lateAt(at(9))], [false, false, true]);
});
