import { PICTURE } from '../makers/material.ts';
import type { DeclaredActs } from './act.ts';

const SESSION = 'aaaaaaaa-7c5e-7a10-9d3e-5b1f6a2c8e40';

const DELETED_SESSION = { sessions: 'marked as deleted', core_deletions: 'the training app is told' };

export const WORK: DeclaredActs = {
  'POST /v1/api-tenant-tasks': {
    prepare: async (make) => ({ body: { title: 'Check', assigned_to: await make.user() } }),
    audit: [],
    again: 'anew',
    foreign: 400,
  },
  'POST /console/v1/tasks': {
    prepare: async (make) => ({ body: { title: 'Check', assigned_to: await make.user() } }),
    audit: [],
    again: 'anew',
    foreign: 400,
  },
  'PATCH /v1/api-tenant-tasks': {
    prepare: async (make) => ({ query: { task_id: await make.task() }, body: { status: 'completed' } }),
    audit: [],
    again: 200,
  },
  'PATCH /console/v1/tasks': {
    prepare: async (make) => ({ query: { task_id: await make.task() }, body: { status: 'completed' } }),
    audit: [],
    again: 200,
  },
  'PATCH /console/v1/tasks/batch': {
    prepare: async (make) => ({
      body: { edits: [{ task_id: await make.task(), changes: { status: 'completed' } }] },
    }),
    audit: [],
    again: 200,
    foreign: 200,
  },
  'POST /console/v1/tasks/import': {
    prepare: async (make) => ({
      body: {
        lines: [{ title: 'Check', assigned_to: await make.user() }],
        duplicates: 'skip',
        dry_run: false,
      },
    }),
    audit: [],
    again: 'anew',
    foreign: 201,
  },
  'POST /console/v1/seats/import': {
    prepare: async (make) => ({
      body: {
        lines: [{ device_name: 'Imported', user: await make.user() }],
        duplicates: 'skip',
        dry_run: false,
      },
    }),
    audit: [['seat.created', { device_name: 'Imported' }]],
    again: 201,
    foreign: 201,
  },
  'POST /inbound/v1/tasks': {
    prepare: async (make) => ({
      body: {
        external_id: `WO-${make.next()}`,
        title: 'Check',
        status: 'completed',
        assigned_to: await make.user(),
      },
    }),
    audit: [],
    again: 200,
    foreign: 400,
  },
  'PATCH /inbound/v1/tasks': {
    prepare: async (make) => ({
      query: { external_id: await make.pushedTask() },
      body: { status: 'completed' },
    }),
    audit: [],
    again: 200,
  },
  'PATCH /v1/api-tenant-sessions': {
    prepare: async (make) => ({
      query: { session_id: await make.session() },
      body: { session_name: 'Seal' },
    }),
    audit: [],
    again: 200,
  },
  'PATCH /console/v1/sessions': {
    prepare: async (make) => ({
      query: { session_id: await make.session() },
      body: { session_name: 'Seal' },
    }),
    audit: [],
    again: 200,
  },
  'DELETE /v1/api-tenant-sessions': {
    prepare: async (make) => ({ query: { session_id: await make.endedSession() } }),
    audit: [['session.deleted', {}]],
    again: 200,
    kept: DELETED_SESSION,
    // The counters of the user who wears the glasses.
    moves: { users: 1 },
  },
  'DELETE /console/v1/sessions': {
    prepare: async (make) => ({ query: { session_id: await make.endedSession() } }),
    audit: [['session.deleted', {}]],
    again: 200,
    kept: DELETED_SESSION,
    // The counters of the user who wears the glasses.
    moves: { users: 1 },
  },
  'POST /console/v1/deletions/retry': {
    prepare: async (make) => ({ query: { session_id: await make.deletedSession() } }),
    audit: [],
    again: 'anew',
  },
  'PATCH /console/v1/procedures': {
    prepare: async (make) => ({
      query: { procedure_id: await make.procedure() },
      body: { status: 'rejected', notes: 'Too dark.' },
    }),
    audit: [['procedure.rejected', {}]],
    again: 200,
  },
  'POST /device/v1/pair': {
    prepare: async (make) => ({ body: { code: await make.pairingCode(), model: 'G2', serial: 'S1' } }),
    audit: [['seat.paired', { model: 'G2' }]],
    again: 404,
    foreign: 'names none',
    neighbour: (make) => make.pairingCode(),
    // The seat and the code that was used.
    moves: { pairing_codes: 1, seats: 1 },
  },
  'POST /device/v1/sessions': {
    prepare: async (make) => ({ body: { session_id: SESSION, role: 'trainee', task_id: await make.task() } }),
    audit: [],
    again: 201,
    foreign: 400,
    chosen: ['session_id'],
    // The counters of the user who wears the glasses.
    moves: { users: 1 },
  },
  'PATCH /device/v1/sessions': {
    prepare: async (make) => ({
      query: { session_id: await make.session() },
      body: { session_name: 'Seal' },
    }),
    audit: [],
    again: 200,
  },
  'POST /device/v1/sessions/complete': {
    prepare: async (make) => ({
      body: { session_id: await make.session({ task_id: await make.task() }), status: 'completed', score: 7 },
    }),
    audit: [],
    again: 200,
  },
  'POST /device/v1/forms/submit': {
    prepare: async (make) => ({
      body: { form_id: await make.form(), answers: {}, task_id: await make.task() },
    }),
    audit: [],
    again: 'anew',
  },
  'POST /device/v1/skills/execute': {
    prepare: async (make) => ({
      body: { skill_id: await make.searchSkill(), arguments: { query: 'valve' } },
    }),
    audit: [],
    again: 'anew',
  },
  'POST /v1/api-tenant-skills-execute': {
    prepare: async (make) => ({
      body: { skill_id: await make.searchSkill(), arguments: { query: 'valve' } },
    }),
    audit: [],
    again: 'anew',
  },
  'POST /v1/api-tenant-forms': {
    prepare: () => ({ body: { name: 'Sheet', ...PICTURE } }),
    audit: [['form.created', { name: 'Sheet' }]],
    again: 'anew',
    foreign: 'names none',
    // The server uses this member only with the action `import`.
    chosen: ['template_id'],
  },
  'POST /v1/api-tenant-forms (import)': {
    prepare: async (make) => ({ body: { action: 'import', template_id: await make.platform.form() } }),
    audit: [['form.imported', { name: 'Sheet' }]],
    again: 'anew',
    foreign: 'open to all',
  },
  'PUT /v1/api-tenant-forms': {
    prepare: async (make) => ({ query: { id: await make.form() }, body: { name: 'Other' } }),
    audit: [['form.changed', { members: ['name'] }]],
    again: 200,
  },
  'DELETE /v1/api-tenant-forms': {
    prepare: async (make) => ({ query: { id: await make.submittedForm() } }),
    audit: [['form.deleted', { name: 'Sheet' }]],
    again: 404,
    kept: { form_submissions: 'what was filled in stays' },
  },
};
