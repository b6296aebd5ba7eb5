/* Pages translate stored reasons to German; a sentence stored by an earlier version is shown unchanged. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeBackup } from '../../../src/features/backups/backup.ts';
import { createSkill } from '../../../src/features/skills/skills.ts';
import { testSkill } from '../../../src/features/skills/executions/executions.ts';
import { uploadDocument } from '../../../src/features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../../../src/features/knowledge/reading.ts';
import { createDocumentReader } from '../../../src/lib/documents/reader.ts';
import { openChromium } from '../../support/chromium.ts';
import { inspectPage, openDashboard, storyLooks, WIDTHS } from '../../support/dashboard.ts';
import { freshFolder } from '../../support/fileStores.ts';
import { openReceiver } from '../../support/receiver.ts';
import { SECRET_KEY } from '../../support/tools.ts';
import { openWorld } from '../../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const tenant = await world.account('Werkstatt Süd');
const { account_id, admin } = tenant;
const api = await tenant.api();
const glasses = await tenant.device();
const staff = await world.staff();
const chromium = await openChromium();
const reader = createDocumentReader();
after(() => reader.close());

const OLD_SENTENCE = 'It is protected with a password.';
for (const name of ['plan.pdf', 'old.pdf'])
  await uploadDocument(tenant.ctx(), { name, content: Buffer.from('only text') });
await DOCUMENT_QUEUE.run({ db: world.db, clock: world.clock, files: world.files, reader });
await world.db`
  update knowledge_documents
  set reason = ${OLD_SENTENCE}, reason_details = null
  where account_id = ${account_id} and name = 'old.pdf'`;

const receiver = await openReceiver();
after(() => receiver.close());
receiver.answer = (_request, response) => void response.writeHead(503).end();
const skill = await createSkill(tenant.ctx(), {
  name: 'Lookup',
  kind: 'http',
  config: { url: receiver.url },
});
await testSkill(tenant.ctx(), { skill_id: skill.id, arguments: {} });

const folder = await freshFolder();
await writeFile(join(folder, 'taken'), 'of others');
const { connection: target, files } = world;
const backup = { target, files, readKeys: () => [SECRET_KEY] as const, version: '0.0.0' };
await assert.rejects(
  makeBackup({
    ...backup,
    passphrase: 'a passphrase of backups',
    to: join(folder, 'taken'),
    now: new Date(),
  }),
);

const DELETIONS = ['connection_refused', 'HTTP 422', 'blocked address 10.0.0.1', 'of_a_later_version'];
for (const last_error of DELETIONS) {
  const { body } = await glasses.post('/device/v1/sessions', { role: 'trainee' });
  await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`);
  await world.db`
    update core_deletions
    set state = 'failed', last_attempt_at = now(), last_error = ${last_error}
    where account_id = ${account_id} and session_id = ${body.id}`;
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium shows stored reasons in German, ${width}`, async () => {
    const open = (path: string) =>
      openDashboard(chromium, world, admin, { path, ...options, locale: 'de-DE' });
    const documents = await open('/skills?view=documents');
    const reasons = documents.getByRole('note');
    await reasons.first().waitFor();
    const labels = await reasons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    assert.deepEqual(labels, [
      `Fehlgeschlagen: ${OLD_SENTENCE}`,
      'Fehlgeschlagen: Laut Endung ist die Datei ein PDF, sie enthält aber Text.',
    ]);
    await inspectPage(documents, `stored-reasons-documents-${width}`);

    const executions = await open('/skills?view=executions');
    await executions.getByRole('main').getByRole('button', { name: 'Lookup' }).first().click();
    await has(executions, 'Der Dienst hinter dem Skill hat mit Status 503 geantwortet.');
    await inspectPage(executions, `stored-reasons-execution-${width}`);

    const deletions = await open('/sessions?view=deletions');
    await has(deletions, 'Verbindung abgelehnt');
    await has(deletions, 'Status 422');
    await has(deletions, 'Blockiert: Die Adresse ist nicht öffentlich · 10.0.0.1');
    await has(deletions, 'of_a_later_version');
    await inspectPage(deletions, `stored-reasons-deletions-${width}`);
  });

  test(`Chromium shows the reason of a failed backup in German, ${width}`, async () => {
    const page = await openDashboard(chromium, world, staff, {
      path: '/staff/backups',
      ...options,
      locale: 'de-DE',
    });
    await page
      .getByText(/existiert bereits\. Wählen Sie einen anderen Namen/)
      .first()
      .waitFor();
    await inspectPage(page, `stored-reasons-backups-${width}`);
  });
}

const has = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('the API returns the sentence without the details', async () => {
  const { body } = await api.get('/v1/documents');
  const [, first] = body.documents;
  assert.equal(first.reason, 'The extension promises a PDF, but the file contains text.');
  assert.equal('reason_details' in first, false);
});
