import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportSubmissions } from '../../src/features/forms/export.ts';
import { assertAnswers, readFields } from '../../src/features/forms/fields.ts';
import { createForm } from '../../src/features/forms/forms.ts';
import { printSubmission } from '../../src/features/forms/print.ts';
import { readSubmission } from '../../src/features/forms/submissions.ts';
import { csvLine } from '../../src/lib/text/csv.ts';
import { longestHold } from '../support/holds.ts';
import { openWorld } from '../support/world.ts';

const MOST_HOLD_MS = 100;
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const device = await tenant.device();
const template_image_url = 'https://media.example.com/pump.png';
const form = await createForm(tenant.ctx(), {
  name: 'Pump check',
  fields: [{ key: 'serial', label: 'Serial number' }],
  template_image_url,
});
const submit = (answers: object) => device.post('/device/v1/forms/submit', { form_id: form.id, answers });
const addForm = (fields: object[]) =>
  api.post('/v1/api-tenant-forms', { name: 'Large', fields, template_image_url });

/** Rows from before there were bounds. */
async function insertOld(rows: number, keys: number): Promise<void> {
  await world.db`
    insert into form_submissions (
      account_id, id, form_id, form_name, fields, answers, missing, submitted_by, submitted_at
    )
    select
      ${tenant.account_id}, gen_random_uuid(), ${form.id}, 'Pump check', '[]', answer.all_of_it, '{}', 'device',
      now() + row * interval '1 second'
    from generate_series(1, ${rows}::int) as row
    cross join (
      select jsonb_object_agg('key ' || lpad(key::text, 6, '0'), 'value ' || key) as all_of_it
      from generate_series(1, ${keys}::int) as key
    ) as answer`;
}

async function readExport(): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of await exportSubmissions(tenant.ctx(), form.id)) pieces.push(piece);
  return pieces;
}

const REFUSED: [string, () => Promise<{ status: number; body: any }>, string][] = [
  [
    'more than 1000 options',
    () => addForm([{ key: 'a', type: 'choice', options: Array.from({ length: 1_001 }, String) }]),
    'fields.0.options: must NOT have more than 1000 items',
  ],
  [
    'fields of more than 128 KB',
    () => addForm(Array.from({ length: 200 }, () => ({ key: 'a', help: 'x'.repeat(1_000) }))),
    'fields: must be at most 131072 characters as JSON',
  ],
  [
    'a field of more than 50 members',
    () => addForm([Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`m${at}`, 1]))]),
    'fields.0: must NOT have more than 50 properties',
  ],
  [
    'more than 1000 answers',
    () => submit(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`a${at}`, 1]))),
    'answers: must NOT have more than 1000 properties',
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

const OPTIONS = Array.from({ length: 60_000 }, (_, at) => `option ${at}`);
const CHOSEN = OPTIONS.slice(-10_000);

test('400 soon for a choice of 10,000 from 60,000 that an old form still offers', async () => {
  const fields = readFields([{ key: 'parts', type: 'choices', options: OPTIONS }]);
  const hold_ms = await longestHold(async () => {
    assertAnswers(fields, { parts: CHOSEN });
    assert.throws(() => assertAnswers(fields, { parts: ['none'] }), /option 49 and 59950 more$/);
  });
  assert.ok(hold_ms < MOST_HOLD_MS, `${hold_ms} ms`);
});

test('control: to look each of them up in a list takes much longer', async () => {
  const hold_ms = await longestHold(async () => CHOSEN.slice(0, 2_000).every((one) => OPTIONS.includes(one)));
  assert.ok(hold_ms > MOST_HOLD_MS, `${hold_ms} ms`);
});

test('200 with every answer in an export of 40,000 free keys, in 1000 columns and one for the rest', async () => {
  await insertOld(1, 40_000);
  await insertOld(20, 1_000);
  let pieces: string[] = [];
  const hold_ms = await longestHold(async () => (pieces = await readExport()));
  const [head = ''] = pieces;
  const first = pieces.find((piece) => piece.includes('40000')) ?? '';
  assert.equal(pieces.length, 22);
  assert.equal(head.split(',').length, 6 + 1_000 + 1);
  assert.match(head, /^\ufeffSubmitted,.*,Serial number,key 000001,.*,key 000999,Other answers\r\n$/);
  assert.match(first, /,value 999,"\{""key 001000"":""value 1000"",.*""key 040000"":""value 40000""\}"\r\n$/);
  // A row of a size that can no longer be sent is read and written at once.
  assert.ok(hold_ms < 4 * MOST_HOLD_MS, `${hold_ms} ms`);
});

test('200 with each submission once, oldest first, in an export of more than ten batches', async () => {
  const many = await createForm(tenant.ctx(), { name: 'Many', fields: [{ key: 'row' }], template_image_url });
  const rows = Array.from({ length: 1_001 }, (_, at) => at);
  // Three at a time, so that a batch ends between rows of one moment.
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

test('200 with each submission of as many as fill their batches', async () => {
  const full = await createForm(tenant.ctx(), { name: 'Full', fields: [{ key: 'row' }], template_image_url });
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

test('control: a column for every key holds everybody up', async () => {
  const keys = Array.from({ length: 40_000 }, (_, at) => `value ${at}`);
  const hold_ms = await longestHold(async () => Array.from({ length: 120 }, () => csvLine(keys)));
  assert.ok(hold_ms > 4 * MOST_HOLD_MS, `${hold_ms} ms`);
});

test('a page to print, of 20,000 options and 10,000 answers, holds nobody up for long', async () => {
  const [row] = await world.db<{ id: string }[]>`
    select id from form_submissions where account_id = ${tenant.account_id} limit 1`;
  const submission = await readSubmission(tenant.ctx(), row?.id ?? '');
  const parts = { key: 'parts', type: 'choices', options: OPTIONS.slice(0, 20_000) };
  const printed = { ...submission, fields: [parts], answers: { parts: OPTIONS.slice(0, 10_000) } };
  const hold_ms = await longestHold(async () => {
    assert.match(
      printSubmission(printed, { name: 'Werk', logo: null }).text,
      /<li class="chosen">option 9999<\/li>/,
    );
  });
  assert.ok(hold_ms < 5 * MOST_HOLD_MS, `${hold_ms} ms`);
});
