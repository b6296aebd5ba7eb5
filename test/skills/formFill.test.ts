import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsPlatform } from '../../src/access/platform.ts';
import { allocateBundle, createBundle } from '../../src/features/bundles/bundles.ts';
import { createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { createLibraryForm } from '../../src/features/forms/library.ts';
import { listSubmissions } from '../../src/features/forms/submissions.ts';
import { listExecutions, testSkill } from '../../src/features/skills/executions/executions.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { eventsOf } from '../support/events.ts';
import { rejectRows } from '../support/failingRows.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const platform = world.platform();
const form = await createFormWithTemplate(tenant.ctx(), {
  name: 'Pressure log',
  template_image_url: 'https://example.com/log.png',
  fields: [
    { key: 'pressure', label: 'Pressure', type: 'number', required: true },
    { key: 'note', label: 'Note', type: 'text', required: true },
  ],
});
const make = (form_id: string) =>
  createSkill(tenant.ctx(), { name: 'Log', kind: 'form_fill', config: { form_id } });
const skill = await make(form.id);
const broken = await make(tenant.account_id);
const session = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
const PATH = '/v1/api-tenant-skills-execute';
const run = (skill_id: string, input: object, headers = {}) =>
  api.post(PATH, { skill_id, arguments: input }, headers);
const all = { limit: 50, offset: 0 };

test('200 with the submission and its missing fields', async () => {
  const { status, body } = await run(skill.id, { answers: { pressure: 1.5 } });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    submission_id: body.submission_id,
    form_id: form.id,
    answers: { pressure: 1.5 },
    missing: ['note'],
  });
  const { submissions } = await listSubmissions(tenant.ctx(), all);
  assert.deepEqual([submissions.length, submissions[0]?.id], [1, body.submission_id]);
});

test('200 on the glasses, in their session', async () => {
  const body = {
    skill_id: skill.id,
    arguments: { answers: { pressure: 2, note: 'ok' } },
    session_id: session.id,
  };
  const answer = await glasses.post('/device/v1/skills/execute', body);
  assert.deepEqual([answer.status, answer.body.missing], [200, []]);
  const { submissions } = await listSubmissions(tenant.ctx(), { ...all, session_id: session.id });
  assert.equal(submissions[0]?.id, answer.body.submission_id);
});

test('400 for an invalid answer, with a failure event', async () => {
  const { status, body } = await run(skill.id, { answers: { pressure: 'high' } });
  assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
  assert.match(body.message, /^arguments.answers.pressure: /);
  const { executions } = await listExecutions(tenant.ctx(), all);
  assert.equal(executions[0]?.status, 'failure');
  assert.deepEqual(executions[0].error_details, {
    path: 'arguments.answers.pressure',
    rule: 'answer_number',
    limit: null,
  });
  const [event] = await eventsOf(world.db, tenant.account_id, executions[0].id);
  assert.equal(event?.data['status'], 'failure');
});

test('400 without answers, by the built-in schema of the kind', async () => {
  const { status, body } = await run(skill.id, {});
  assert.deepEqual([status, body.message], [400, 'arguments.answers: required']);
});

test('500 for a skill whose form was deleted', async () => {
  const { status, body } = await run(broken.id, { answers: {} });
  assert.deepEqual([status, body.message], [500, 'The skill failed: Form not found']);
  const { executions } = await listExecutions(tenant.ctx(), all);
  assert.deepEqual(
    [executions[0]?.error, executions[0]?.error_details],
    ['Form not found', { path: null, rule: 'not_found', limit: 'Form' }],
  );
});

test('200 for a skill of the platform, which fills in a form of the library', async () => {
  const library = await createLibraryForm(platform, {
    name: 'Line clearance',
    fields: [{ key: 'line', label: 'Line', type: 'text', required: true }],
    template_image_url: 'https://example.com/line.png',
  });
  const staff = actAsPlatform(platform);
  const config = { form_id: library.id };
  const shared = await createSkill(staff, { name: 'Clear', kind: 'form_fill', config });
  const bundle = await createBundle(platform, { name: 'Quality', skill_ids: [shared.id] });
  await allocateBundle(platform, { account_id: tenant.account_id, bundle_id: bundle.id });
  const { status, body } = await run(shared.id, { answers: { line: '7' } });
  assert.deepEqual([status, body.form_id, body.missing], [200, library.id, []]);
  const { submissions } = await listSubmissions(tenant.ctx(), { ...all, form_id: library.id });
  assert.equal(submissions[0]?.id, body.submission_id);

  const ofOther = await createFormWithTemplate((await world.account()).ctx(), {
    name: 'Foreign',
    fields: [],
    template_image_url: 'https://example.com/line.png',
  });
  assert.equal((await run((await make(ofOther.id)).id, { answers: {} })).status, 500);
  assert.equal((await run((await make(library.id)).id, { answers: { line: '7' } })).status, 500);
  const tried = await testSkill(staff, { skill_id: shared.id, arguments: { answers: {} } });
  assert.deepEqual(
    [tried.status, tried.error, tried.error_details?.rule],
    ['failure', 'Only users and keys of an account can fill in a form', 'skill_needs_account'],
  );
});

test('200 once for one Idempotency-Key', async () => {
  const before = (await listSubmissions(tenant.ctx(), all)).total;
  const key = { 'Idempotency-Key': 'once' };
  const first = await run(skill.id, { answers: { pressure: 3 } }, key);
  const second = await run(skill.id, { answers: { pressure: 3 } }, key);
  assert.deepEqual(second.body, first.body);
  assert.equal((await listSubmissions(tenant.ctx(), all)).total, before + 1);
});

test('500 releases the Idempotency-Key if the form is written and the execution is not', async () => {
  const key = { 'Idempotency-Key': 'free' };
  const unsettled = rejectRows(world, 'skill_executions', "status <> 'success'");
  await unsettled.plant();
  const first = await run(skill.id, { answers: { pressure: 4 } }, key);
  await unsettled.heal();
  const second = await run(skill.id, { answers: { pressure: 4 } }, key);
  assert.deepEqual([first.status, second.status], [500, 200]);
  assert.equal((await listExecutions(tenant.ctx(), all)).executions[0]?.status, 'success');
});
