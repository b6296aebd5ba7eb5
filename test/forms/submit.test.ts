import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeForm, createFormWithTemplate, deleteForm } from '../../src/features/forms/forms.ts';
import { exportSubmissions } from '../../src/features/forms/export.ts';
import { listSubmissions, readSubmission, submitForm } from '../../src/features/forms/submissions.ts';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { deleteSession } from '../../src/features/sessions/sessions.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { openBrowser } from '../../support/browser.ts';
import { openWorld } from '../support/world.ts';

const FIELDS = [
  { key: 'note', label: 'Note', type: 'long_text', position: 9 },
  { key: 'serial', label: 'Serial number', type: 'text', required: true, position: 1 },
  { key: 'pressure', label: 'Pressure in bar', type: 'number', required: true, position: 2 },
  { key: 'checked_on', label: 'Checked on', type: 'date', position: 3 },
  { key: 'checked_at', label: 'Checked at', type: 'time', position: 4 },
  { key: 'leaks', label: 'Does it leak?', type: 'yes_no', required: true, position: 5 },
  { key: 'state', label: 'State', type: 'choice', options: ['good', 'worn'], position: 6 },
  { key: 'parts', label: 'Parts', type: 'choices', options: ['gasket', 'filter', 'bolt'], position: 7 },
  { key: 'constructor', label: 'Maker', type: 'text', position: 8 },
  { anything: 'else' },
];
const GOOD = { serial: 'P-7', pressure: 4.5, leaks: false, state: 'worn', parts: ['gasket', 'bolt'] };
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const world = await openWorld();
const tenant = await world.account('Werk <Süd>');
const other = await world.account();
const device = await tenant.device();
const template_image_url = 'https://media.example.com/pump.png';
const form = await createFormWithTemplate(tenant.ctx(), {
  name: 'Pump check',
  fields: FIELDS,
  template_image_url,
});
const idle = await createFormWithTemplate(tenant.ctx(), { name: 'Old', template_image_url });
await changeForm(tenant.ctx(), idle.id, { is_active: false });
const foreign = await createFormWithTemplate(other.ctx(), { name: 'Theirs', template_image_url });
const task = await createTask(tenant.ctx(), { title: 'Check pump 7' });
const foreignTask = await createTask(other.ctx(), { title: 'Theirs' });
const { body: session } = await device.post('/device/v1/sessions', { role: 'trainer', task_id: task.id });
const { body: deleted } = await device.post('/device/v1/sessions', { role: 'trainer' });
await deleteSession(tenant.ctx(), deleted.id);
const submit = (body: object) => device.post('/device/v1/forms/submit', body);

test('200 for a manifest with the active forms only', async () => {
  const { body } = await device.get('/device/v1/manifest');
  const { id, name, aliases, category, template_mime_type, fields } = form;
  assert.deepEqual(body.forms, [
    { id, name, aliases, category, template_image_url, template_mime_type, fields },
  ]);
});

test('201 for a submission with its user, session and task', async () => {
  const { status, body } = await submit({ form_id: form.id, answers: GOOD, session_id: session.id });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body).toSorted(), ['answers', 'form_id', 'missing', 'submission_id']);
  assert.deepEqual([body.form_id, body.answers, body.missing], [form.id, GOOD, []]);
  const kept = await readSubmission(tenant.ctx(), body.submission_id);
  assert.equal(kept.session_id, session.id);
  assert.equal(kept.task_title, 'Check pump 7');
  assert.equal(kept.user?.user_id, device.user_id);
  assert.equal(kept.submitted_by, 'device');
  assert.deepEqual(kept.fields, FIELDS);
});

test('201 for an incomplete submission, with the missing fields', async () => {
  const answers = { serial: '  ', pressure: null, parts: [], extra: { kept: true } };
  const { status, body } = await submit({ form_id: form.id, answers });
  assert.equal(status, 201);
  assert.deepEqual(body.missing, ['serial', 'pressure', 'leaks']);
  assert.deepEqual(body.answers, answers);
});

test('201 once for one Idempotency-Key', async () => {
  const body = { form_id: form.id, answers: GOOD };
  const again = () => device.post('/device/v1/forms/submit', body, { 'Idempotency-Key': 'once' });
  const [first, second] = [await again(), await again()];
  assert.equal(first.body.submission_id, second.body.submission_id);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
});

const WRONG: [string, unknown, RegExp][] = [
  ['serial', 7, /must be text/],
  ['pressure', '4.5', /must be a number/],
  ['checked_on', '2026-02-30', /must be a date/],
  ['checked_on', 20260302, /must be a date/],
  ['checked_at', '24:10', /must be a time/],
  ['leaks', 'no', /must be true or false/],
  ['state', 'broken', /must be one of good, worn/],
  ['parts', 'gasket', /must be a list of these options: gasket, filter, bolt/],
  ['parts', ['gasket', 'gasket'], /must be a list/],
  ['constructor', 1, /must be text/],
];
for (const [key, answer, rule] of WRONG) {
  test(`400 for ${JSON.stringify(answer)} as the answer to ${key}`, async () => {
    const { status, body } = await submit({ form_id: form.id, answers: { ...GOOD, [key]: answer } });
    assert.equal(status, 400);
    assert.match(body.message, new RegExp(`^answers\\.${key}: `));
    assert.match(body.message, rule);
  });
}

for (const [what, body, message] of [
  ['without a form', { answers: {} }, /^form_id: required/],
  ['without answers', { form_id: form.id }, /^answers: required/],
  ['with answers that are a list', { form_id: form.id, answers: [] }, /^answers: must be an object/],
  [
    'of an unknown session',
    { form_id: form.id, answers: {}, session_id: NOBODY },
    /^session_id: not a session/,
  ],
  [
    'of a deleted session',
    { form_id: form.id, answers: {}, session_id: deleted.id },
    /^session_id: not a session/,
  ],
  ['for a foreign task', { form_id: form.id, answers: {}, task_id: foreignTask.id }, /^task_id: not a task/],
] as const) {
  test(`400 for a submission ${what}`, async () => {
    const answer = await submit(body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.message, message);
  });
}

test('400 DISABLED for a form that is not active', async () => {
  const { status, body } = await submit({ form_id: idle.id, answers: {} });
  assert.deepEqual([status, body.error], [400, 'DISABLED']);
});

for (const [what, form_id] of [
  ['an unknown form', NOBODY],
  ["another account's form", foreign.id],
]) {
  test(`404 for ${what}`, async () => {
    const { status, body } = await submit({ form_id, answers: {} });
    assert.deepEqual([status, body.error], [404, 'NOT_FOUND']);
  });
}

test('200 for lists by form, by session and by task, newest first', async () => {
  const ctx = tenant.ctx();
  const page = { limit: 50, offset: 0 };
  const all = await listSubmissions(ctx, page);
  assert.equal(all.total, 3);
  assert.deepEqual(
    all.submissions.map(({ submitted_at }) => submitted_at),
    all.submissions
      .map(({ submitted_at }) => submitted_at)
      .toSorted()
      .toReversed(),
  );
  assert.equal((await listSubmissions(ctx, { ...page, session_id: session.id })).total, 1);
  assert.equal((await listSubmissions(ctx, { ...page, task_id: task.id })).total, 1);
  assert.equal((await listSubmissions(ctx, { ...page, form_id: idle.id })).total, 0);
  assert.equal((await listSubmissions(other.ctx(), page)).total, 0);
});

test('200 with a CSV with a column for every field and every further answer, without formulas', async () => {
  const counted = await createFormWithTemplate(tenant.ctx(), {
    name: 'CSV',
    fields: FIELDS,
    template_image_url,
  });
  for (const answers of [
    { ...GOOD, note: '=HYPERLINK("x")', other: 'a "quoted", text' },
    { serial: 'P-8', pressure: -3, extra: { deep: 1 } },
  ]) {
    world.clock.advance(1_000);
    await submitForm(tenant.ctx(), { form_id: counted.id, answers });
  }
  const text = (await Array.fromAsync(await exportSubmissions(tenant.ctx(), counted.id))).join('');
  const [head, first, second, end] = text.split('\r\n');
  assert.equal(
    head,
    '\ufeffSubmitted,Person,Session,Task,Missing,Submission,Serial number,Pressure in bar,Checked on,' +
      'Checked at,Does it leak?,State,Parts,Maker,Note,extra,other',
  );
  assert.match(
    first ?? '',
    /,Ada Admin,,,,[0-9a-f-]{36},P-7,4\.5,,,false,worn,gasket; bolt,,"'=HYPERLINK\(""x""\)",,"a ""quoted"", text"$/,
  );
  assert.match(second ?? '', /,leaks,[0-9a-f-]{36},P-8,-3,,,,,,,,"\{""deep"":1\}",$/);
  assert.equal(end, '');
});

test('200 with a CSV of at most 1,000 columns of answers, and one for further answers', async () => {
  const { id: form_id } = await createFormWithTemplate(tenant.ctx(), {
    name: 'Wide',
    fields: [],
    template_image_url,
  });
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${1_000 + at}`, at]));
  for (const answers of [many, { k1000: 7 }]) {
    world.clock.advance(1_000);
    await submitForm(tenant.ctx(), { form_id, answers });
  }
  const [head, first, second] = await Array.fromAsync(await exportSubmissions(tenant.ctx(), form_id));
  assert.match(head ?? '', /,k1999,Other answers\r\n$/);
  assert.match(first ?? '', /,999,"\{""k2000"":1000\}"\r\n$/);
  assert.match(second ?? '', /,7,{1000}\r\n$/);
});

test('submissions are kept after their form is deleted', async () => {
  const gone = await createFormWithTemplate(tenant.ctx(), {
    name: 'Gone',
    fields: FIELDS,
    template_image_url,
  });
  const { submission_id } = await submitForm(tenant.ctx(), { form_id: gone.id, answers: GOOD });
  await deleteForm(tenant.ctx(), gone.id);
  assert.equal((await readSubmission(tenant.ctx(), submission_id)).form_name, 'Gone');
  const lines = await Array.fromAsync(await exportSubmissions(tenant.ctx(), gone.id));
  assert.match(lines.join(''), /P-7/);
  await assert.rejects(submitForm(tenant.ctx(), { form_id: gone.id, answers: {} }), /Form not found/);
  await assert.rejects(exportSubmissions(tenant.ctx(), NOBODY), /Form not found/);
});

test('200 with each submission once in an export of several pages', async () => {
  const long = await createFormWithTemplate(tenant.ctx(), {
    name: 'Long',
    fields: FIELDS,
    template_image_url,
  });
  const { submission_id } = await submitForm(tenant.ctx(), { form_id: long.id, answers: GOOD });
  const exported = async () => {
    const lines = await Array.fromAsync(await exportSubmissions(tenant.ctx(), long.id));
    return lines.slice(1).map((line) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(line)?.[0]);
  };
  let count = 1;
  for (const wanted of [49, 50, 51, 100, 101]) {
    await world.db`
      insert into form_submissions
      select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
      from form_submissions as one, generate_series(1, ${wanted - count}::int)
      where id = ${submission_id}`;
    count = wanted;
    const ids = await exported();
    assert.deepEqual([ids.length, new Set(ids).size], [wanted, wanted]);
  }
});

test('200 with the printed page for signed-in users of the account', async () => {
  const answers = { ...GOOD, serial: '<b>P-7</b>', leaks: null };
  const { body } = await submit({ form_id: form.id, answers, task_id: task.id });
  const path = `/forms/submission?id=${body.submission_id}`;
  const browser = openBrowser(world.url);
  const stranger = await browser.get(path);
  assert.equal(stranger.location, `/sign-in?next=${encodeURIComponent(path)}`);

  await browser.signIn(tenant.admin);
  const page = await browser.get(path);
  assert.equal(page.status, 200);
  for (const part of [
    'Werk &lt;Süd&gt;',
    'Pump check',
    'Check pump 7',
    '&lt;b&gt;P-7&lt;/b&gt;',
    'Does it leak?',
  ])
    assert.ok(page.text.includes(part), part);
  assert.match(page.text, /<li class="chosen">worn<\/li>/);
  assert.match(page.text, /<li class="open">good<\/li>/);
  assert.doesNotMatch(page.text, /<b>/);
  assert.equal((await browser.get('/print.css')).status, 200);
  const missing = await browser.get('/forms/submission?id=1');
  assert.deepEqual([missing.status, missing.headers.get('retry-after')], [404, null]);

  const elsewhere = openBrowser(world.url);
  await elsewhere.signIn(other.admin);
  assert.equal((await elsewhere.get(path)).status, 404);
});

test('201 for a submission without a session, with the user of the seat or without a user', async () => {
  const { id: form_id } = await createFormWithTemplate(tenant.ctx(), { name: 'Walk', template_image_url });
  const second = await tenant.device();
  const unused = await createSeatWithToken(tenant.ctx(), { device_name: 'Glasses', roles: ['trainer'] });
  for (const [glasses, user_id] of [
    [device, device.user_id],
    [second, second.user_id],
    [world.as(unused.device_token), undefined],
  ] as const) {
    const { body } = await glasses.post('/device/v1/forms/submit', { form_id, answers: {} });
    const kept = await readSubmission(tenant.ctx(), body.submission_id);
    assert.equal(kept.user?.user_id, user_id);
  }
});

test('200 for a manifest with at most 200 active forms', async () => {
  const busy = await world.account();
  const glasses = await busy.device();
  const names = Array.from({ length: 201 }, (_, at) => `Form ${at}`);
  await Promise.all(names.map((name) => createFormWithTemplate(busy.ctx(), { name, template_image_url })));
  const { status, body } = await glasses.get('/device/v1/manifest');
  assert.deepEqual([status, body.forms.length], [200, 200]);
});
