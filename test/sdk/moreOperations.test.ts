/* Reading and reviewing recorded sessions with the SDK. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sdk from '../../sdk/src/main.ts';
import { createFormWithTemplate, deleteForm } from '../../src/features/forms/forms.ts';
import { openWorld } from '../support/world.ts';

const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const world = await openWorld();
const tenant = await world.account();
const device = await tenant.device();
const taught = await device.post('/device/v1/sessions', { role: 'trainer' });
await device.post('/device/v1/sessions/complete', {
  session_id: taught.body.id,
  status: 'completed',
  procedures: [{ title: 'Open the valve' }],
});
const sheet = await createFormWithTemplate(tenant.ctx(), {
  name: 'Sheet',
  template_image_url: 'https://example.com/a.png',
  fields: [{ key: 'note', label: 'Note' }],
});
await device.post('/device/v1/forms/submit', { form_id: sheet.id, answers: { note: 'Ümit' } });
await deleteForm(tenant.ctx(), sheet.id);
const { token: apiKey = '' } = await tenant.api();
const ops = new sdk.TenantOps({ baseUrl: world.url, apiKey });

test('200 for every operation of submissions', async () => {
  const [submission, ...more] = await Array.fromAsync(ops.submissions.list({ form_id: sheet.id }));
  assert.deepEqual([more, submission?.answers], [[], { note: 'Ümit' }]);
  assert.deepEqual(await ops.submissions.get(submission?.id ?? ''), submission);
  const text = await ops.submissions.export(sheet.id);
  assert.match(text, /^Submitted,Person,Session,Task,Missing,Submission,Note\r\n.*,Ümit\r\n$/);
  await assert.rejects(ops.submissions.export(UNKNOWN), sdk.NotFoundError);
});

test('200 for every operation of procedures', async () => {
  const [procedure] = await Array.fromAsync(ops.procedures.list({ status: 'pending' }));
  assert.deepEqual(await ops.procedures.get(procedure?.id ?? ''), procedure);
  const reviewed = await ops.procedures.review(procedure?.id ?? '', { status: 'approved', notes: 'Good.' });
  assert.deepEqual([reviewed.status, reviewed.review_notes], ['approved', 'Good.']);
  const { procedures, total } = await ops.procedures.list({ status: 'approved' }).page();
  assert.deepEqual([procedures, total], [[reviewed], 1]);
});
