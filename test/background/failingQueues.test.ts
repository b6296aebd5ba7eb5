import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDeletionRun } from '../../src/features/deletions/deletions.ts';
import type { TrainingApp } from '../../src/access/tools.ts';
import { THUMBNAIL_QUEUE } from '../../src/features/forms/files/thumbnails.ts';
import { uploadDocument } from '../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { MAIL_QUEUE } from '../../src/features/mail/mail.ts';
import { readRetryJob, startRetryJob, runRetryJobs } from '../../src/features/webhooks/log/retries.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Mailer } from '../../src/lib/mail/mailer.ts';
import type { BackoffRunner } from '../../src/lib/concurrency/backoffRunner.ts';
import { endpointOf } from '../support/endpoints.ts';
import { PUBLIC_URL } from '../support/sentMails.ts';
import { drawPng, pngChunk } from '../support/pictures.ts';
import { assertPoisonDoesNotBlock, rejectRows } from '../support/failingRows.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const reader = createDocumentReader();
after(() => reader.close());
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { db, clock, files } = world;
const tenant = await world.account();
const api = await tenant.api();
const log = createLog('silent');
const deaf: Mailer = { send: async () => {} };
const willing: TrainingApp = { forget: async () => ({ state: 'sent', status: 204, error: null }) };

async function states(table: string, column: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ state: string }[]>`
    select state from ${db(table)} where ${db(column)} = any (${[...ids]})`;
  return rows.map(({ state }) => state);
}

const areAll = async (state: string, found: Promise<string[]>) => (await found).every((one) => one === state);

test('mails: a mail whose result cannot be written does not block others', async () => {
  const recipients = Array.from({ length: 16 }, (_, at) => at).map((at) => `m${at}@example.com`);
  for (const email of recipients) {
    clock.advance(1);
    await api.post('/v1/api-tenant-users', { email, full_name: 'Mo', roles: ['admin'] });
  }
  const [first = '', ...others] = recipients;
  const box = world.tools.box;
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'mails', `recipient <> '${first}' or state = 'waiting'`),
    run: (backoff) => MAIL_QUEUE.run({ db, clock, mailer: deaf, box, public_url: PUBLIC_URL, log, backoff }),
    isHealthyDone: () => areAll('sent', states('mails', 'recipient', others)),
    isPoisonedDone: () => areAll('sent', states('mails', 'recipient', [first])),
  });
});

test('deletions: a deletion whose result cannot be written does not block others', async () => {
  const glasses = await tenant.device();
  const ids: string[] = [];
  for (let at = 0; at < 30; at++) {
    clock.advance(1);
    const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
    await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`);
    ids.push(body.id);
  }
  const [first = '', ...others] = ids;
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'core_deletions', `session_id <> '${first}' or state <> 'sent'`),
    run: oneTurn((backoff) =>
      createDeletionRun({ db, clock, tools: { ...world.tools, training_app: willing }, backoff }),
    ),
    isHealthyDone: () => areAll('sent', states('core_deletions', 'session_id', others)),
    isPoisonedDone: () => areAll('sent', states('core_deletions', 'session_id', [first])),
  });
});

/** Runs of the same worker, which remembers when it last tried a row. */
function oneTurn(open: (backoff: BackoffRunner) => () => Promise<void>) {
  const opened = new Map<BackoffRunner, () => Promise<void>>();
  return (backoff: BackoffRunner) => {
    const turn = opened.get(backoff) ?? open(backoff);
    opened.set(backoff, turn);
    return turn();
  };
}

test('thumbnails: a thumbnail that cannot be postponed does not block others', async () => {
  await db`update forms set thumbnail_due_at = null`;
  const png = drawPng(40, 30);
  const broken = [png.subarray(0, 33), pngChunk('IDAT', Buffer.from('no pixels')), pngChunk('IEND')];
  const [first, second] = [await addForm(Buffer.concat(broken)), await addForm(png)];
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'forms', `id <> '${first}' or thumbnail_due_at is not null`),
    run: (backoff) => THUMBNAIL_QUEUE.run({ db, clock, files, log, backoff }),
    isHealthyDone: async () => !(await isDue(second)),
    isPoisonedDone: async () => !(await isDue(first)),
  });
});

async function addForm(picture: Buffer): Promise<string> {
  clock.advance(1);
  const template_image_base64 = picture.toString('base64');
  const { body } = await api.post('/v1/api-tenant-forms', { name: 'P', template_image_base64 });
  return body.id;
}

async function isDue(form_id: string): Promise<boolean> {
  const due = await db`select 1 from forms where id = ${form_id} and thumbnail_due_at is not null`;
  return due.length === 1;
}

test('a thumbnail whose picture is missing fails permanently after ten attempts', async () => {
  const id = await addForm(drawPng(40, 30));
  const [form] = await db<[{ template_key: string }]>`select template_key from forms where id = ${id}`;
  await files.remove(form.template_key);
  for (let attempt = 1; attempt <= 10; attempt++) {
    assert.ok(await isDue(id));
    await THUMBNAIL_QUEUE.run({ db, clock, files, log });
    clock.advance(60 * 60_000);
  }
  assert.ok(!(await isDue(id)));
});

test('documents: a document that cannot be indexed does not block others', async () => {
  const first = await upload('first.txt');
  const second = await upload('second.txt');
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'knowledge_documents', `id <> '${first}' or state in ('queued', 'processing')`),
    run: (backoff) => DOCUMENT_QUEUE.run({ db, clock, files, reader, backoff }),
    isHealthyDone: () => areAll('ready', states('knowledge_documents', 'id', [second])),
    // The poisoned document has used up its attempts meanwhile, so it counts as failed.
    isPoisonedDone: () => areAll('failed', states('knowledge_documents', 'id', [first])),
  });
});

async function upload(name: string): Promise<string> {
  clock.advance(1);
  const { id } = await uploadDocument(tenant.ctx(), { name, content: Buffer.from('The pump') });
  return id;
}

test('retries: a retry that cannot continue does not block others', async () => {
  const [first, second] = [await failOne(), await failOne()];
  const isFinished = async ({ tenant, id }: Retry) =>
    (await readRetryJob(tenant.ctx(), id)).finished_at !== null;
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'webhook_queue', `account_id <> '${first.tenant.account_id}'`),
    run: (backoff) => runRetryJobs(db, clock, backoff),
    isHealthyDone: () => isFinished(second),
    isPoisonedDone: () => isFinished(first),
  });
});

type Retry = { tenant: Tenant; id: string };

/** Creates a failed delivery and requests its retry. */
async function failOne(): Promise<Retry> {
  const other = await world.account();
  await endpointOf(other, 'http://127.0.0.1:1/');
  await (await other.api()).post('/v1/api-tenant-tasks', { title: 'Told' });
  const { account_id } = other;
  await db`delete from webhook_queue where account_id = ${account_id}`;
  await db`
    update webhook_deliveries
    set state = 'failed', failed_at = ${clock.now()}
    where account_id = ${account_id}`;
  const { id } = await startRetryJob(other.ctx(), { since: '2026-01-01T00:00:00.000Z' });
  clock.advance(1);
  return { tenant: other, id };
}
