/* Forms that have only fields and no template file: a generated sheet replaces the template. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderFormPdf } from '../../src/features/forms/sheet/sheet.ts';
import { parsePdf } from '../../src/lib/documents/pdf.ts';
import { assertPdf } from '../../src/lib/images/inspect.ts';
import { consoleOf } from '../../support/console.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werk');
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const api = await tenant.api(['manage:forms', 'read:forms']);
const glasses = await tenant.device();
const FIELDS = [
  {
    key: 'serial',
    label: 'Serial number (plate)',
    type: 'text',
    required: true,
    help: 'On the side',
    position: 1,
  },
  { key: 'state', label: 'State', type: 'choice', options: ['good', 'worn'], position: 2 },
  { key: 'tight', label: 'Tight', type: 'yes_no', position: 3 },
];

const pathOf = (form: { template_image_url: string }) => new URL(form.template_image_url).pathname;
const textOf = async (file: Buffer) => {
  const { blocks } = await parsePdf(file);
  return JSON.stringify(blocks);
};

async function readSheet(form: { template_image_url: string }): Promise<string> {
  const answer = await fetch(`${world.url}${pathOf(form)}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return textOf(Buffer.from(await answer.arrayBuffer()));
}

test('201 for a form without a template: glasses can fill it in, and its sheet follows its fields', async () => {
  const created = await admin.post('/forms', { name: 'Pump check', category: 'Öl & Gas', fields: FIELDS });
  assert.equal(created.status, 201);
  const { forms } = (await glasses.get('/device/v1/manifest')).body;
  const form = forms.find(({ id }: any) => id === created.body.id);
  assert.equal(form.template_mime_type, 'application/pdf');
  const sheet = await readSheet(form);
  for (const word of ['Pump check', 'Öl & Gas', 'Serial number (plate) *', 'On the side', 'worn', 'Yes'])
    assert.ok(sheet.includes(word), `${word} is missing in ${sheet}`);

  const answers = { serial: 'P-7', state: 'worn' };
  const filled = await glasses.post('/device/v1/forms/submit', { form_id: form.id, answers });
  assert.equal(filled.status, 201);
  const page = await world.nobody.call(`/forms/submission?id=${filled.body.submission_id}`, {
    headers: { Cookie: admin.cookie },
  });
  assert.match(page.text, /P-7/);

  const fields = [{ ...FIELDS[0], label: 'Plate' }];
  const changed = await api.call(`/v1/api-tenant-forms?id=${form.id}`, { method: 'PUT', body: { fields } });
  assert.equal(changed.body.template_image_url, form.template_image_url);
  assert.match(await readSheet(form), /Plate \*/);
  assert.doesNotMatch(await readSheet(form), /worn/);
});

test('304 for a cached sheet; 404 after the form gets a template or is deleted', async () => {
  const { body: form } = await admin.post('/forms', { name: 'Walk', fields: FIELDS });
  const first = await fetch(`${world.url}${pathOf(form)}`);
  const known = { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } };
  assert.equal((await fetch(`${world.url}${pathOf(form)}`, known)).status, 304);
  const list = async () => (await admin.get('/forms?search=walk')).body.forms[0];
  assert.equal((await list()).has_fields_only, true);

  const template_image_base64 = drawPng().toString('base64');
  const paper = await admin.call(`/forms?id=${form.id}`, { method: 'PUT', body: { template_image_base64 } });
  assert.equal(paper.body.template_mime_type, 'image/png');
  assert.equal((await list()).has_fields_only, false);
  assert.equal((await fetch(`${world.url}${pathOf(form)}`)).status, 404);

  const { body: other } = await admin.post('/forms', { name: 'Gone', fields: FIELDS });
  await admin.call(`/forms?id=${other.id}`, { method: 'DELETE' });
  assert.equal((await fetch(`${world.url}${pathOf(other)}`)).status, 404);
});

test('400 for the public API without a template, and for another type of a form without a template', async () => {
  const refused = await api.post('/v1/api-tenant-forms', { name: 'Pump check', fields: FIELDS });
  assert.equal(refused.status, 400);
  const { body: form } = await admin.post('/forms', { name: 'Typed', fields: FIELDS });
  const path = `/v1/api-tenant-forms?id=${form.id}`;
  const typed = await api.call(path, { method: 'PUT', body: { template_mime_type: 'image/png' } });
  assert.equal(typed.status, 400);
});

test('201 for a copy of a form without a template, which has its own sheet', async () => {
  const { body: draft } = await staff.post('/staff/forms', { name: 'Line clearance', fields: FIELDS });
  const { body: copy } = await admin.post('/forms/library', { template_id: draft.id });
  assert.notEqual(pathOf(copy), pathOf(draft));
  const renamed = { method: 'PUT', body: { name: 'Renamed' } };
  await staff.call(`/staff/forms?id=${draft.id}`, renamed);
  assert.match(await readSheet(copy), /Line clearance/);
  assert.match(await readSheet({ ...copy, template_image_url: draft.template_image_url }), /Renamed/);
});

test('a sheet with many long fields of any script continues on further pages', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({
    key: `k${index}`,
    label: `Field ${index} (\\) 漢字 – €`,
    type: index % 2 === 0 ? 'long_text' : 'choices',
    options: ['a'.repeat(300), 'b'],
    help: 'words '.repeat(200),
  }));
  const file = renderFormPdf({ name: 'Long', category: null, fields: many });
  assertPdf(file);
  const { pages } = await parsePdf(file);
  assert.ok(pages > 20 && pages < 200, `${pages} pages`);
  const text = await textOf(file);
  assert.match(text, /Field 0 \(\\\\\) \?\? – €/);
  assert.match(text, /Field 119/);
});

/** Returns the drawing operators of each page of a sheet, in order. */
function marksOf(file: Buffer): string[][] {
  const streams = file.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs);
  return [...streams].map(([, content = '']) => content.split('\n'));
}

test('a sheet has its name, each field with its help, and space for the answer', () => {
  const file = renderFormPdf({
    name: 'Pump check',
    category: 'Gas',
    fields: [
      {
        key: 'serial',
        label: 'Serial (plate)',
        type: 'text',
        required: true,
        help: 'On the side, \u20ac 20',
      },
      { key: 'state', label: 'State', type: 'choice', options: ['good'] },
      { key: 'parts', label: 'Parts', type: 'choices' },
      { key: 'tight', label: 'Tight', type: 'yes_no' },
      { key: 'notes', label: 'Notes', type: 'long_text' },
    ],
  });
  assert.deepEqual(marksOf(file), [
    [
      'BT /F1 10 Tf 56 775 Td (Gas) Tj ET',
      'BT /F2 20 Tf 56 751 Td (Pump check) Tj ET',
      'BT /F2 11 Tf 56 714 Td (Serial \\(plate\\) *) Tj ET',
      'BT /F1 9 Tf 56 700 Td (On the side, \u0080 20) Tj ET',
      '0.6 w 56 669 483 24 re S',
      'BT /F2 11 Tf 56 641 Td (State) Tj ET',
      'BT /F1 10 Tf 74 626 Td (good) Tj ET',
      '0.6 w 56 625 9 9 re S',
      'BT /F2 11 Tf 56 597 Td (Parts) Tj ET',
      '0.6 w 56 565 483 24 re S',
      'BT /F2 11 Tf 56 537 Td (Tight) Tj ET',
      'BT /F1 10 Tf 74 522 Td (Yes) Tj ET',
      '0.6 w 56 521 9 9 re S',
      'BT /F1 10 Tf 74 508 Td (No) Tj ET',
      '0.6 w 56 507 9 9 re S',
      'BT /F2 11 Tf 56 479 Td (Notes) Tj ET',
      '0.6 w 56 399 483 72 re S',
    ],
  ]);
  const text = file.toString('latin1');
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  assert.deepEqual(
    offsets.map((offset) => text.slice(offset, offset + 7)),
    ['1 0 obj', '2 0 obj', '3 0 obj', '4 0 obj', '5 0 obj', '6 0 obj', '7 0 obj'],
  );
  assert.match(text, /\/Size 8 \/Root 1 0 R/);
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  assert.equal(text.slice(start, start + 8), 'xref\n0 8');
});

test('a field that does not fit moves to the next page; a field longer than a page continues from its top', () => {
  const field = (index: number, options: string[]) => ({
    key: `k${index}`,
    label: `Field ${index}`,
    type: 'choice' as const,
    options,
  });
  const long = Array.from({ length: 55 }, (_, index) => `o${index}`);
  const fields = [field(1, long.slice(0, 40)), field(2, long.slice(0, 10)), field(3, long)];
  const pages = marksOf(renderFormPdf({ name: 'Long', category: null, fields }));
  const textsOf = (marks: string[] = []) => marks.flatMap((mark) => /\((.*)\) Tj/.exec(mark)?.[1] ?? []);
  assert.deepEqual(
    pages.map((marks) => [textsOf(marks)[0], textsOf(marks).at(-1), marks[0]]),
    [
      ['Long', 'o39', 'BT /F2 20 Tf 56 765 Td (Long) Tj ET'],
      ['Field 2', 'o9', 'BT /F2 11 Tf 56 774 Td (Field 2) Tj ET'],
      ['Field 3', 'o50', 'BT /F2 11 Tf 56 774 Td (Field 3) Tj ET'],
      ['o51', 'o54', 'BT /F1 10 Tf 74 776 Td (o51) Tj ET'],
    ],
  );
});

/** The most characters that fit into a line of each kind of text. */
const LINES: [
  what: string,
  most: number,
  contentOf: (text: string) => Parameters<typeof renderFormPdf>[0],
][] = [
  ['name', 43, (name) => ({ name, category: null, fields: [] })],
  ['category', 86, (category) => ({ name: 'N', category, fields: [] })],
  ['label', 78, (label) => sheetOf({ label })],
  ['help', 95, (help) => sheetOf({ help })],
  ['option', 83, (option) => sheetOf({ type: 'choice', options: [option] })],
];

function sheetOf(field: object): Parameters<typeof renderFormPdf>[0] {
  return { name: 'N', category: null, fields: [{ key: 'k', label: 'L', type: 'text', ...field }] };
}

for (const [what, most, contentOf] of LINES)
  test(`a line of the ${what} has up to ${most} characters; longer text and longer words continue below`, () => {
    const first = 'm'.repeat(20);
    const linesOf = (text: string) =>
      marksOf(renderFormPdf(contentOf(text)))
        .flat()
        .flatMap((mark) => /\((m[ m]*)\) Tj/.exec(mark)?.[1] ?? []);
    const second = 'm'.repeat(most - 21);
    assert.deepEqual(linesOf(`${first} ${second}`), [`${first} ${second}`]);
    assert.deepEqual(linesOf(`${first} ${second}m`), [first, `${second}m`]);
    assert.deepEqual(linesOf('m'.repeat(most + 1)), ['m'.repeat(most), 'm']);
  });
