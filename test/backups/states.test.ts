/* The states of backups, the time of the next one, and the settings of the schedule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { listExpiredBackupNames, appendBackupName } from '../../src/features/backups/names.ts';
import { lastScheduledTime, nextBackupStart } from '../../src/features/backups/schedule.ts';
import {
  recordBackupFailure,
  failBackupsWithoutHeartbeat,
  finishBackup,
  insertBackup,
  isBackupRunning,
  listBackups,
  readBackupState,
  readScheduledTimeState,
  recordBackupHeartbeat,
} from '../../src/features/backups/sql/backups.ts';
import { backupFailureReasons } from '../../src/features/backups/reasons.ts';
import { readScheduledBackupState } from '../../src/features/backups/state.ts';
import { detailsOf } from '../../src/lib/errors.ts';
import { newId } from '../../src/lib/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time/clock.ts';
import { openWorld } from '../support/world.ts';

const { db } = await openWorld();
const folder = '/backups';
const NOW = new Date();
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const due_at = ago(3 * HOUR_MS);
const FAILURE = {
  reason: 'The disk is full.',
  reason_details: detailsOf(null, backupFailureReasons.backup_process_ended) ?? null,
};

/** Inserts a backup that started this long ago. */
async function insert(started_ms: number, due: Date | null = null): Promise<string> {
  const [id, started_at] = [newId(NOW), ago(started_ms)];
  assert.equal(await insertBackup(db, { id, due_at: due, place: folder, started_at }), true);
  return id;
}

/** Backups by id, without the times that the database sets. */
async function readStates() {
  const rows = await db<{ id: string; state: string; alive_at: string }[]>`
    select id, state, finished_at is not null as is_finished, made_at, bytes::float8 as bytes, reason, reason_details,
      alive_at
    from backups
    order by started_at desc`;
  return rows.map(({ alive_at: _, ...row }) => row);
}

function fresh(name: string, check: () => Promise<void>): void {
  test(name, async () => {
    await db`delete from backups`;
    await check();
  });
}

const OPEN = {
  state: 'running',
  is_finished: false,
  made_at: null,
  bytes: null,
  reason: null,
  reason_details: null,
};

fresh('only the running backup with this id is finished, failed or kept alive', async () => {
  const [other, done, failed, running] = [await insert(1), await insert(2), await insert(3), await insert(4)];
  const made_at = ago(2).toISOString();
  assert.equal(await finishBackup(db, done, { made_at, bytes: 7 }), true);
  await recordBackupFailure(db, failed, FAILURE);
  await db`update backups set alive_at = ${ago(MINUTE_MS)}`;
  const expected = [
    { id: other, ...OPEN },
    { ...OPEN, id: done, state: 'done', is_finished: true, made_at, bytes: 7 },
    { ...OPEN, id: failed, state: 'failed', is_finished: true, ...FAILURE },
    { id: running, ...OPEN },
  ];
  assert.deepEqual(await readStates(), expected);

  assert.equal(await finishBackup(db, failed, { made_at, bytes: 8 }), false);
  await recordBackupFailure(db, done, { ...FAILURE, reason: 'Late.' });
  assert.equal(await recordBackupHeartbeat(db, done, 9), false);
  assert.equal(await recordBackupHeartbeat(db, running, 5), true);
  const written = expected.map((row) => (row.id === running ? { ...row, bytes: 5 } : row));
  assert.deepEqual(await readStates(), written);
  const alive = await db`select id from backups where alive_at > ${ago(MINUTE_MS / 2)}`;
  assert.deepEqual([...alive], [{ id: running }]);
});

fresh('a backup without a heartbeat for two minutes has failed, and no other', async () => {
  const [silent, alive, done] = [await insert(1), await insert(2), await insert(3)];
  await finishBackup(db, done, { made_at: ago(0).toISOString(), bytes: 7 });
  await db`update backups set alive_at = now() - interval '1 minute'`;
  assert.equal(await isBackupRunning(db), true);
  await db`update backups set alive_at = now() - interval '3 minutes' where id <> ${alive}`;
  await failBackupsWithoutHeartbeat(db);
  const states = (await readStates()).map(({ id, state }) => [id, state]);
  assert.deepEqual(states, [
    [silent, 'failed'],
    [alive, 'running'],
    [done, 'done'],
  ]);
  const [row] = await listBackups(db);
  assert.match(row?.reason ?? '', /process/);
  assert.ok(row?.reason_details);

  assert.equal(await isBackupRunning(db), true);
  await db`update backups set alive_at = now() - interval '3 minutes' where id = ${alive}`;
  assert.equal(await isBackupRunning(db), false);
  await db`update backups set alive_at = now()`;
  await finishBackup(db, alive, { made_at: ago(0).toISOString(), bytes: 7 });
  assert.equal(await isBackupRunning(db), false);
});

fresh(
  'one process makes the backup of a scheduled time, and the next one does so after a failure',
  async () => {
    const again = { id: newId(NOW), due_at, place: folder, started_at: NOW };
    assert.deepEqual(await readScheduledTimeState(db, due_at), { is_taken: false, started_at: null });
    const first = await insert(HOUR_MS, due_at);
    const started_at = ago(HOUR_MS).toISOString();
    assert.equal(await insertBackup(db, again), false);
    assert.deepEqual(await readScheduledTimeState(db, due_at), { is_taken: true, started_at });
    assert.deepEqual(await readScheduledTimeState(db, ago(DAY_MS)), { is_taken: false, started_at: null });
    await recordBackupFailure(db, first, FAILURE);
    assert.deepEqual(await readScheduledTimeState(db, due_at), { is_taken: false, started_at });
    assert.equal(await insertBackup(db, again), true);
    assert.deepEqual(await readScheduledTimeState(db, due_at), {
      is_taken: true,
      started_at: NOW.toISOString(),
    });
    assert.deepEqual(
      (await listBackups(db)).map(({ state, is_scheduled }) => [state, is_scheduled]),
      [
        ['running', true],
        ['failed', true],
      ],
    );
  },
);

fresh(
  'the newest complete backup, the newest failure and the time of the first backup are reported',
  async () => {
    assert.equal(await readScheduledBackupState(db, NOW), null);
    const [old, failed] = [await insert(4 * HOUR_MS), await insert(2 * HOUR_MS)];
    const made_at = ago(4 * HOUR_MS).toISOString();
    const older = { made_at: ago(5 * HOUR_MS).toISOString(), bytes: 6 };
    await finishBackup(db, await insert(3 * HOUR_MS), older);
    await finishBackup(db, old, { made_at, bytes: 7 });
    await recordBackupFailure(db, failed, FAILURE);
    const { failed_at, ...state } = await readBackupState(db);
    assert.ok(failed_at);
    const expected = { made_at, first_started_at: made_at, ...FAILURE, is_scheduled: false };
    assert.deepEqual(state, expected);
    assert.equal(await readScheduledBackupState(db, NOW), null, 'a backup without a schedule');

    await insert(HOUR_MS, due_at);
    assert.deepEqual(await readBackupState(db), { ...expected, failed_at, is_scheduled: true });
    const lateAt = async (ms: number) =>
      (await readScheduledBackupState(db, new Date(Date.parse(made_at) + ms)))?.is_late;
    assert.deepEqual([await lateAt(26 * HOUR_MS), await lateAt(26 * HOUR_MS + 1)], [false, true]);
    await db`update backups set state = 'failed', made_at = null, started_at = started_at - interval '7 days'`;
    assert.equal((await readScheduledBackupState(db, NOW))?.is_late, true, 'the age of the first attempt');
    await db`update backups set started_at = started_at - interval '1 day'`;
    assert.equal(await readScheduledBackupState(db, NOW), null, 'no scheduled backup for eight days');
  },
);

fresh('a newest complete backup replaces the reported failure', async () => {
  const [failed, done] = [await insert(2), await insert(1)];
  await recordBackupFailure(db, failed, FAILURE);
  assert.equal((await readBackupState(db)).reason, FAILURE.reason);
  await finishBackup(db, done, { made_at: ago(1).toISOString(), bytes: 7 });
  const { failed_at, reason, reason_details } = await readBackupState(db);
  assert.deepEqual([failed_at, reason, reason_details], [null, null, null]);
});

test('the next backup starts at the scheduled time, a day after a successful backup, and 15 minutes after a failure', async () => {
  const schedule = { now: new Date('2026-11-22T03:20:00.000Z'), at_minute_of_day: 180 };
  const started_at = '2026-11-22T03:04:00.000Z';
  const STARTS = [
    [{ is_taken: false, started_at: null }, '2026-11-22T03:00:00.000Z'],
    [{ is_taken: true, started_at }, '2026-11-23T03:00:00.000Z'],
    [{ is_taken: false, started_at }, '2026-11-22T03:19:00.000Z'],
  ] as const;
  for (const [moment, start] of STARTS)
    assert.equal((await nextBackupStart(schedule, async () => moment)).toISOString(), start);
});

test('the scheduled time is the latest occurrence of the time of day', () => {
  const moments = ['2026-11-22T02:59:59Z', '2026-11-22T03:00:00Z'].map((text) =>
    lastScheduledTime(new Date(text), 180),
  );
  assert.deepEqual(
    moments.map((moment) => moment.toISOString()),
    ['2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  );
});

test('a backup name is below its destination, and only old backups of this service are removed', () => {
  const moment = new Date('2026-11-22T03:00:00Z');
  const name = 'tenant-ops-2026-11-22T03-00-00Z.backup';
  assert.equal(appendBackupName('/backups/', moment), `/backups/${name}`);
  assert.equal(
    appendBackupName('s3://k:s@host/bucket/a?region=b', moment),
    `s3://k:s@host/bucket/a/${name}?region=b`,
  );
  const later = name.replace('22T', '23T');
  assert.deepEqual(listExpiredBackupNames([later, 'tenant-ops.backup', name], 1), [name]);
  assert.deepEqual(listExpiredBackupNames([later, name], 2), []);
});

test('a schedule without a passphrase is rejected at the start', () => {
  assert.throws(() => readConfig({ BACKUP_TO: folder }), /BACKUP_PASSPHRASE: required with BACKUP_TO/);
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
