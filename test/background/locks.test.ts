/* Waiting for a row or table lock of another transaction counts neither as an attempt of the work nor as a failure. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrainingApp } from '../../src/access/tools.ts';
import { createDeletionRun } from '../../src/features/deletions/deletions.ts';
import { THUMBNAIL_QUEUE } from '../../src/features/forms/files/thumbnails.ts';
import { uploadDocument } from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { MAIL_QUEUE } from '../../src/features/mail/mail.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { createLog } from '../../src/lib/log.ts';
import { connect, type Transaction } from '../../src/lib/sql/sql.ts';
import { createBackoffRunner, type BackoffRunner } from '../../src/lib/concurrency/backoffRunner.ts';
import { runIteration } from '../../src/workers/loop.ts';
import { eventually } from '../../support/eventually.ts';
import { PUBLIC_URL } from '../support/sentMails.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { drawPng } from '../support/pictures.ts';
import { countWaiting } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const LOCK_WAIT_MS = 50;
/** The number of statements that time out before the lock is released. */
const GIVEN_UP = 3;
const MINUTE_MS = 60_000;

const world = await openWorld();
const { clock, files } = world;
const reader = createDocumentReader();
/** The connections have the lock timeout of the service's own connections. */
const db = connect(world.connection, { ...LONG_TIMEOUTS, session: { lock_timeout: String(LOCK_WAIT_MS) } });
after(() => Promise.all([reader.close(), db.end({ timeout: 1 })]));
const tenant = await world.account();
const api = await tenant.api();
const log = createLog('silent');

type Held = {
  /** Takes the lock in its own transaction. */
  lock: (tx: Transaction) => Promise<unknown>;
  /** Runs the work. It calls `atWork` after the claim and before the result is written. */
  run: (backoff: BackoffRunner, atWork: () => Promise<void>) => Promise<unknown>;
};

/** Holds the lock from the claim until several statements have timed out waiting for it. */
async function runWhileLocked({ lock, run }: Held): Promise<{ failures: number }> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let holding: Promise<unknown> | undefined;
  const atWork = async () => {
    holding ??= world.db.begin(async (tx) => {
      await lock(tx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
  };
  let failures = 0;
  const backoff = createBackoffRunner('test', { clock, log, onFailure: () => failures++ });
  let is_over = false;
  const running = runIteration('test', () => run(backoff, atWork), { log, onFailure: () => failures++ });
  void running.finally(() => (is_over = true));
  await locked.promise;
  // Work that gives up at its first timeout may be over before it is seen waiting.
  await eventually(async () => is_over || (await countWaiting(world.db)) > 0, Boolean);
  await sleep(GIVEN_UP * LOCK_WAIT_MS);
  released.resolve();
  await Promise.all([running, holding]);
  return { failures };
}

const lockTable = (table: string) => (tx: Transaction) =>
  tx.unsafe(`lock table ${table} in access exclusive mode`);
const lockRows = (table: string) => (tx: Transaction) => tx.unsafe(`select 1 from ${table} for update`);

for (const [what, lockOf] of [
  ['table', lockTable],
  ['row', lockRows],
] as const) {
  test(`a mail is sent once with one attempt while its ${what} is locked`, async () => {
    const email = `${what}@example.com`;
    await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
    let sent = 0;
    const run = (backoff: BackoffRunner, atWork: () => Promise<void>) => {
      const mailer = { send: async () => (sent++, atWork()) };
      const { box } = world.tools;
      return MAIL_QUEUE.run({ db, clock, mailer, box, public_url: PUBLIC_URL, log, backoff });
    };
    assert.deepEqual(await runWhileLocked({ lock: lockOf('mails'), run }), { failures: 0 });
    const [mail] = await world.db`select state, attempts from mails where recipient = ${email}`;
    assert.deepEqual([{ ...mail }, sent], [{ state: 'sent', attempts: 1 }, 1]);
  });

  test(`a deletion is sent once with one attempt while its ${what} is locked`, async () => {
    const glasses = await tenant.device();
    const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
    await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`);
    let sent = 0;
    const run = (backoff: BackoffRunner, atWork: () => Promise<void>) => {
      const forget: TrainingApp['forget'] = async () => {
        sent++;
        await atWork();
        return { state: 'sent', status: 204, error: null };
      };
      const tools = { ...world.tools, training_app: { forget } };
      return createDeletionRun({ db, clock, tools, backoff })();
    };
    assert.deepEqual(await runWhileLocked({ lock: lockOf('core_deletions'), run }), { failures: 0 });
    const [deletion] = await world.db`
      select state, attempts from core_deletions where session_id = ${body.id}`;
    assert.deepEqual([{ ...deletion }, sent], [{ state: 'sent', attempts: 1 }, 1]);
  });

  test(`a thumbnail is made once with one attempt while its ${what} is locked`, async () => {
    await world.db`update forms set thumbnail_due_at = null`;
    const template_image_base64 = drawPng(40, 30).toString('base64');
    const { id } = (await api.post('/v1/api-tenant-forms', { name: 'P', template_image_base64 })).body;
    let made = 0;
    const run = (backoff: BackoffRunner, atWork: () => Promise<void>) => {
      const put: typeof files.put = async (...given) => {
        const stored = await files.put(...given);
        made++;
        await atWork();
        return stored;
      };
      return THUMBNAIL_QUEUE.run({ db, clock, files: { ...files, put }, log, backoff });
    };
    assert.deepEqual(await runWhileLocked({ lock: lockOf('forms'), run }), { failures: 0 });
    const [form] = await world.db`
      select thumbnail_attempts as attempts, thumbnail_key is not null as is_made from forms where id = ${id}`;
    assert.deepEqual([{ ...form }, made], [{ attempts: 1, is_made: true }, 1]);
  });
}

for (const table of ['knowledge_passages', 'knowledge_documents']) {
  test(`a document keeps its attempts while ${table} is locked again and again, and is read afterwards`, async () => {
    const document = await uploadDocument(tenant.ctx(), { name: 'pump.txt', content: Buffer.from('Oil') });
    const run = (backoff: BackoffRunner, atWork: () => Promise<void>) => {
      const read: typeof reader.read = async (...given) => {
        const reading = await reader.read(...given);
        await atWork();
        return reading;
      };
      return DOCUMENT_QUEUE.run({ db, clock, files, reader: { ...reader, read }, backoff });
    };
    const read = async () =>
      (
        await world.db`
      select state, attempts from knowledge_documents where id = ${document.id}`
      )[0];
    for (let time = 0; time < 5; time++) {
      assert.deepEqual(await runWhileLocked({ lock: lockTable(table), run }), { failures: 0 });
      assert.deepEqual({ ...(await read()) }, { state: 'queued', attempts: 0 });
      clock.advance(MINUTE_MS);
    }
    await DOCUMENT_QUEUE.run({ db, clock, files, reader });
    assert.deepEqual({ ...(await read()) }, { state: 'ready', attempts: 1 });
  });
}

test('a table lock before a claim does not count as a failure, and the queue continues afterwards', async () => {
  const email = 'before@example.com';
  await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
  let failures = 0;
  const mailer = { send: async () => {} };
  const send = () => MAIL_QUEUE.run({ db, clock, mailer, box: world.tools.box, public_url: PUBLIC_URL, log });
  await world.db.begin(async (tx) => {
    await lockTable('mails')(tx);
    assert.equal(await runIteration('mail', send, { log, onFailure: () => failures++ }), false);
  });
  assert.equal(failures, 0);
  await eventually(
    async () => (await send(), world.db`select state, attempts from mails where recipient = ${email}`),
    ([mail]) => mail?.['state'] === 'sent' && mail['attempts'] === 1,
  );
});
