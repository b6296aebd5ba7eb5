/* Forms with the operations of the dashboard's pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitForm } from '../../src/features/forms/submissions.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const PIXEL = drawPng().toString('base64');
const world = await openWorld();
const tenant = await world.account('Werk');
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const staff = await consoleOf(world, await world.staff());
const FIELDS = [{ key: 'serial', label: 'Serial number', type: 'text', required: true, position: 1 }];
const NEW = { name: 'Pump check', fields: FIELDS, template_image_base64: PIXEL };
const { body: form } = await admin.call('/forms', { method: 'POST', body: NEW });
const filled = { form_id: form.id, answers: { serial: 'P-7' } };
const { submission_id } = await submitForm(tenant.ctx(), filled);

test('200 with the forms for admins and members; 403 for changes by a member', async () => {
  const { body } = await member.get('/forms?search=pump');
  assert.deepEqual(
    body.forms.map((one: any) => [one.name, one.submission_count, one.source]),
    [['Pump check', 1, 'custom']],
  );
  assert.equal((await member.post('/forms', NEW)).status, 403);
});

const CHOICE = { key: 'state', label: 'State', type: 'choice' };

for (const [what, fields, message] of [
  ['without a field', [], /add at least one field/],
  ['with a choice that has no options', [...FIELDS, CHOICE], /add at least one option/],
  ['with a choice of blank options', [{ ...CHOICE, options: [' '] }], /add at least one option/],
] as const)
  test(`a form ${what} is accepted as a draft and rejected as active`, async () => {
    for (const [from, path] of [
      [admin, '/forms'],
      [staff, '/staff/forms'],
    ] as const) {
      const unfinished = { ...NEW, name: 'Unfinished', fields };
      const refused = await from.post(path, unfinished);
      assert.equal(refused.status, 400);
      assert.match(refused.text, message);
      const { status, body: draft } = await from.post(path, { ...unfinished, is_active: false });
      assert.deepEqual([status, draft.is_active], [201, false]);
      const change = (body: object) => from.call(`${path}?id=${draft.id}`, { method: 'PUT', body });
      assert.equal((await change({ is_active: true })).status, 400);
      const finished = await change({ is_active: true, fields: FIELDS });
      assert.deepEqual([finished.status, finished.body.is_active], [200, true]);
      assert.equal((await change({ fields })).status, 400, 'an active form stays finished');
      assert.equal((await change({ fields, is_active: false })).status, 200);
    }
  });

test('200 for a new picture of a form', async () => {
  const body = { template_image_base64: PIXEL, template_mime_type: 'image/png' };
  const changed = await admin.call(`/forms?id=${form.id}`, { method: 'PUT', body });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.body.template_image_url, form.template_image_url);
});

test('201 for a copy of a library form, which is marked as imported', async () => {
  const { status, body: draft } = await staff.post('/staff/forms', { ...NEW, name: 'Line clearance' });
  assert.equal(status, 201);
  assert.equal((await admin.post('/forms/library', { template_id: draft.id })).status, 201);
  const [entry] = (await admin.get('/forms/library')).body.forms;
  assert.deepEqual([entry.name, entry.already_imported], ['Line clearance', true]);
  const withdraw = { method: 'PUT', body: { is_active: false } };
  assert.equal((await staff.call(`/staff/forms?id=${draft.id}`, withdraw)).body.is_active, false);
  assert.equal((await admin.get('/forms/library')).body.total, 0);
  const [own] = (await staff.get('/staff/forms')).body.forms;
  assert.deepEqual([own.is_active, own.import_count], [false, 1]);
});

test('200 with the submissions of a form, also as a CSV file', async () => {
  const { body } = await member.get(`/submissions?form_id=${form.id}`);
  assert.deepEqual([body.total, body.submissions[0].id], [1, submission_id]);
  assert.equal((await member.get(`/submission?id=${submission_id}`)).body.answers.serial, 'P-7');
  const open = (path: string, cookie: string) => world.nobody.call(path, { headers: { Cookie: cookie } });
  const path = `/forms/submissions.csv?form_id=${form.id}`;
  const csv = await open(path, member.cookie);
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(
    csv.headers.get('content-disposition') ?? '',
    /^attachment; filename="submissions-[\d-]+\.csv"$/,
  );
  assert.match(csv.text, /Serial number\r\n.*,P-7\r\n$/);
  assert.equal((await open(path, staff.cookie)).status, 404);
  assert.equal((await open(path, '')).status, 303);
});
