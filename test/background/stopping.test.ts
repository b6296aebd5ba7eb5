/* When a process stops, a loop finishes the item it is working on and claims no more; other processes do the rest. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TrainingApp } from '../../src/access/tools.ts';
import { createDeletionRun } from '../../src/features/deletions/deletions.ts';
import { THUMBNAIL_QUEUE } from '../../src/features/forms/files/thumbnails.ts';
import { uploadDocument } from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { MAIL_QUEUE } from '../../src/features/mail/mail.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Mailer } from '../../src/lib/mail/mailer.ts';
import { createBackoffRunner, LoopStopped } from '../../src/lib/concurrency/backoffRunner.ts';
import { PUBLIC_URL } from '../support/sentMails.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const reader = createDocumentReader();
after(() => reader.close());
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { db, clock, files } = world;
const tenant = await world.account();
const api = await tenant.api();
const log = createLog('silent');

/** Runs of a process that is told to stop during its first item. */
function openTurns() {
  const ending = new AbortController();
  const backoff = createBackoffRunner('test', { clock, log, ending: ending.signal });
  return { backoff, stop: () => ending.abort() };
}

/** Returns the number of items that are due and not claimed. */
async function countFree(table: string, column: string): Promise<number> {
  const [free] = await db<[{ count: number }]>`
    select count(*)::int as count
    from ${db(table)}
    where ${db(column)} <= ${clock.now()}`;
  return free.count;
}

test('mails: a stop finishes running sends and claims no more', async () => {
  for (let at = 0; at < 12; at++) {
    clock.advance(1);
    await api.post('/v1/api-tenant-users', {
      email: `m${at}@example.com`,
      full_name: 'Mo',
      roles: ['admin'],
    });
  }
  const { backoff, stop } = openTurns();
  let sent = 0;
  const mailer: Mailer = {
    async send() {
      sent++;
      await setImmediate();
      stop();
    },
  };
  const { box } = world.tools;
  await assert.rejects(
    MAIL_QUEUE.run({ db, clock, mailer, box, public_url: PUBLIC_URL, log, backoff }),
    LoopStopped,
  );
  assert.deepEqual([sent, await countFree('mails', 'due_at')], [5, 7]);
});

test('deletions: a stop finishes running requests and claims no more', async () => {
  const glasses = await tenant.device();
  for (let at = 0; at < 12; at++) {
    clock.advance(1);
    const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
    await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`);
  }
  const { backoff, stop } = openTurns();
  let sent = 0;
  const app: TrainingApp = {
    async forget() {
      sent++;
      await setImmediate();
      stop();
      return { state: 'sent', status: 204, error: null };
    },
  };
  await assert.rejects(
    createDeletionRun({ db, clock, tools: { ...world.tools, training_app: app }, backoff })(),
    LoopStopped,
  );
  const free = await db`select from core_deletions where state = 'queued' and due_at <= ${clock.now()}`;
  assert.deepEqual([sent, free.length], [10, 2]);
});

test('thumbnails: a stop finishes the running thumbnail and claims no more', async () => {
  for (const name of ['A', 'B', 'C']) {
    clock.advance(1);
    const template_image_base64 = drawPng(40, 30).toString('base64');
    await api.post('/v1/api-tenant-forms', { name, template_image_base64 });
  }
  const { backoff, stop } = openTurns();
  const watched = { ...files, open: (key: string) => (stop(), files.open(key)) };
  await assert.rejects(THUMBNAIL_QUEUE.run({ db, clock, files: watched, log, backoff }), LoopStopped);
  assert.equal(await countFree('forms', 'thumbnail_due_at'), 2);
});

test('documents: a stop finishes the running document and claims no more', async () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    clock.advance(1);
    await uploadDocument(tenant.ctx(), { name, content: Buffer.from('The pump') });
  }
  const { backoff, stop } = openTurns();
  const watched = { ...files, open: (key: string) => (stop(), files.open(key)) };
  await assert.rejects(DOCUMENT_QUEUE.run({ db, clock, files: watched, reader, backoff }), LoopStopped);
  const states = await db<{ state: string }[]>`select state from knowledge_documents order by id`;
  assert.deepEqual(
    states.map(({ state }) => state),
    ['ready', 'queued', 'queued'],
  );
});
