/* Submissions in the API: the list, a single one, and the CSV export, which stops when the client disconnects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormWithTemplate, deleteForm } from '../../src/features/forms/forms.ts';
import { openWorld } from '../support/world.ts';

const MANY = 10_000;
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const world = await openWorld();
const [tenant, strangers] = [await world.account(), await world.account()];
const api = await tenant.api(['read:forms']);
const stranger = await strangers.api();
const addForm = (fields: object[]) =>
  createFormWithTemplate(tenant.ctx(), {
    name: 'Check',
    fields,
    template_image_url: 'https://media.example.com/a.png',
  });
const form = await addForm([{ key: 'note', label: '=HYPERLINK("http://x")', type: 'text' }]);
const long = await addForm([{ key: 'serial', label: 'Serial' }]);
await world.db`
  insert into form_submissions (
    account_id, id, form_id, form_name, fields, answers, missing, submitted_by, submitted_at
  )
  select
    ${tenant.account_id}, gen_random_uuid(), ${long.id}, 'Check', '[]',
    jsonb_build_object('serial', 'P-' || number, 'note', repeat('x', 1000)), '{}', 'device',
    '2026-01-01'::timestamptz + number * interval '1 second'
  from generate_series(1, ${MANY}::int) as number`;

const FORMULAS = ['=1+1', '+1', '-1', '@sum', '\t=1', '＝1', 'a;=1', '"=1', 'plain, "quoted"'];
const device = await tenant.device();
for (const note of FORMULAS)
  await device.post('/device/v1/forms/submit', { form_id: form.id, answers: { note } });

const csv = (form_id: string, by = api) => by.get(`/v1/submissions/export?form_id=${form_id}`);

test('200 with a page of 10,000 submissions, the exact total and one of them as in the list', async () => {
  const { status, body } = await api.get(`/v1/submissions?form_id=${long.id}&limit=3&offset=9998`);
  assert.deepEqual([status, body.submissions.length, body.total, body.offset], [200, 2, MANY, 9_998]);
  const [first] = body.submissions;
  assert.deepEqual((await api.get(`/v1/submission?submission_id=${first.id}`)).body, first);
  assert.deepEqual((await api.get(`/v1/submissions?offset=${Number.MAX_SAFE_INTEGER}`)).body.submissions, []);
});

test('404 for a submission and for an export of another account; 400 for an invalid UUID', async () => {
  const [{ id }] = (await api.get('/v1/submissions?limit=1')).body.submissions;
  for (const path of [`/v1/submission?submission_id=${id}`, `/v1/submissions/export?form_id=${form.id}`]) {
    const { status, body } = await stranger.get(path);
    assert.deepEqual([status, body.error], [404, 'NOT_FOUND'], path);
    assert.equal((await api.get(path.replace(/=.*/, `=${UNKNOWN}`))).status, 404);
    assert.equal((await api.get(path.replace(/=.*/, '=1'))).status, 400);
    assert.equal((await api.get(path.replace(/\?.*/, ''))).status, 400);
  }
  assert.deepEqual((await stranger.get(`/v1/submissions?form_id=${form.id}`)).body.submissions, []);
});

test('200 with a CSV file with headers and rows, and without executable formulas', async () => {
  const { status, headers, text } = await csv(form.id);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="submissions-[\d-]{10}\.csv"$/,
  );
  assert.deepEqual(
    [headers.get('x-content-type-options'), headers.get('cache-control')],
    ['nosniff', 'no-store'],
  );
  assert.ok(headers.get('x-request-id'));
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  assert.equal(lines.length, FORMULAS.length);
  assert.ok(head.endsWith(`"'=HYPERLINK(""http://x"")"`), head);
  const notes = lines.map((line) => /^(?:[^,]*,){6}(.*)$/s.exec(line)?.[1]);
  assert.deepEqual(notes, [
    "'=1+1",
    "'+1",
    "'-1",
    "'@sum",
    "'\t'=1",
    "'＝1",
    "a;'=1",
    `"""=1"`,
    `"plain, ""quoted"""`,
  ]);
});

test('200 with all rows of 10,000 submissions, also after the form is deleted', async () => {
  const { text } = await csv(long.id);
  assert.equal(text.trimEnd().split('\r\n').length, 1 + MANY);
  await deleteForm(tenant.ctx(), form.id);
  assert.equal((await csv(form.id)).text.trimEnd().split('\r\n').length, 1 + FORMULAS.length);
});
