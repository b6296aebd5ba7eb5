/* The limits of forms and answers, and exports of several batches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportSubmissions } from '../../src/features/forms/export.ts';
import { createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const device = await tenant.device();
const template_image_url = 'https://media.example.com/pump.png';
const form = await createFormWithTemplate(tenant.ctx(), {
  name: 'Pump check',
  fields: [{ key: 'serial', label: 'Serial number' }],
  template_image_url,
});
const submit = (answers: object) => device.post('/device/v1/forms/submit', { form_id: form.id, answers });
const addForm = (fields: object[]) =>
  api.post('/v1/api-tenant-forms', { name: 'Large', fields, template_image_url });

const REFUSED: [string, () => Promise<{ status: number; body: any }>, string][] = [
  [
    'more than 1000 options',
    () => addForm([{ key: 'a', type: 'choice', options: Array.from({ length: 1_001 }, String) }]),
    'fields.0.options: must have at most 1000 items',
  ],
  [
    'fields of more than 128 KB',
    () => addForm(Array.from({ length: 200 }, () => ({ key: 'a', help: 'x'.repeat(1_000) }))),
    'fields: must be at most 131072 characters as JSON',
  ],
  [
    'a field of more than 50 members',
    () => addForm([Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`m${at}`, 1]))]),
    'fields.0: must have at most 50 members',
  ],
  [
    'more than 1000 answers',
    () => submit(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`a${at}`, 1]))),
    'answers: must have at most 1000 members',
  ],
  [
    'answers of more than 128 KB',
    () => submit({ note: 'x'.repeat(128 * 1_024) }),
    'answers: must be at most 131072 characters as JSON',
  ],
];

for (const [what, send, message] of REFUSED) {
  test(`400 for ${what}`, async () => {
    const { status, body } = await send();
    assert.deepEqual([status, body.message], [400, message]);
  });
}

test('201 for 500 fields with options, and for an answer to each', async () => {
  const fields = Array.from({ length: 500 }, (_, at) => ({
    key: `field-${at}`,
    label: `What is the state of part ${at}?`,
    type: 'choices',
    required: true,
    position: at,
    options: ['good', 'worn', 'broken', 'missing', 'unknown'],
  }));
  const { status, body } = await addForm(fields);
  assert.equal(status, 201);
  const answers = Object.fromEntries(fields.map(({ key }) => [key, ['good', 'worn']]));
  const filled = await device.post('/device/v1/forms/submit', { form_id: body.id, answers });
  assert.deepEqual([filled.status, filled.body.missing], [201, []]);
});

test('200 with each submission once, oldest first, in an export of more than ten batches', async () => {
  const many = await createFormWithTemplate(tenant.ctx(), {
    name: 'Many',
    fields: [{ key: 'row' }],
    template_image_url,
  });
  const rows = Array.from({ length: 1_001 }, (_, at) => at);
  // Inserts three rows per timestamp, so that a batch ends between rows with equal times.
  await world.db`
    insert into form_submissions (
      account_id, id, form_id, form_name, fields, answers, missing, submitted_by, submitted_at
    )
    select
      ${tenant.account_id}, gen_random_uuid(), ${many.id}, 'Many', '[]', jsonb_build_object('row', row), '{}',
      'device', '2026-01-01'::timestamptz + row / 3 * interval '1 millisecond'
    from generate_series(0, 1000) as row`;
  const lines = await Array.fromAsync(await exportSubmissions(tenant.ctx(), many.id));
  const exported = lines.slice(1).map((line) => Number(line.trimEnd().split(',').at(-1)));
  assert.deepEqual(
    exported.map((row) => Math.floor(row / 3)),
    rows.map((row) => Math.floor(row / 3)),
  );
  assert.equal(new Set(exported).size, rows.length);
});

test('200 with each submission of an export that fills its batches exactly', async () => {
  const full = await createFormWithTemplate(tenant.ctx(), {
    name: 'Full',
    fields: [{ key: 'row' }],
    template_image_url,
  });
  await world.db`
    insert into form_submissions (
      account_id, id, form_id, form_name, fields, answers, missing, submitted_by, submitted_at
    )
    select account_id, gen_random_uuid(), ${full.id}, 'Full', fields, answers, missing, submitted_by, submitted_at
    from form_submissions
    where account_id = ${tenant.account_id} and form_name = 'Many'
    limit 100`;
  assert.equal((await Array.fromAsync(await exportSubmissions(tenant.ctx(), full.id))).length, 1 + 100);
});
