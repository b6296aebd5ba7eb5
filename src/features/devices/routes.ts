import { deviceOperation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { openOperation } from '../../doors/open.ts';
import { submitForm } from '../forms/submissions.ts';
import { NewSubmission, Submitted } from '../forms/submissions/contract.ts';
import { Paired, PairRequest } from '../seats/contract.ts';
import { pairDevice } from '../seats/pairing.ts';
import { Session, SessionEnd, SessionRef, SessionStart, SessionHeartbeat } from '../sessions/contract.ts';
import { completeSession, recordSessionHeartbeat, startSession } from '../sessions/device.ts';
import { deviceSkillRoutes } from '../skills/routes.ts';
import { Manifest } from './contract.ts';
import { readManifest } from './devices.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const RUNNING = { status: 'in_progress', duration_seconds: null, procedure_count: 0, completed_at: null };
const STARTED = { ...RUNNING, id: ID, video_url: null };
const tag = {
  tag: 'Device',
  about:
    'The door for glasses: pairing, what they are for, and the sessions, forms and skills that run on them.',
};

const pair = resource(
  '/pair',
  {
    POST: openOperation({
      operation_id: 'pairDevice',
      summary: 'Pair glasses with a seat',
      description:
        'The code that the dashboard shows for the seat is good for ten minutes and once. The token that ' +
        'comes back replaces an older one of the seat. After 30 wrong codes from one network 429 for a quarter of ' +
        'an hour.',
      body: PairRequest,
      answer: Paired,
      status: 201,
      errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
      example: { body: { code: 'KXWPLTQB', model: 'AR-2', serial: 'SN-00017' } },
      handle: (guest, { body }) => pairDevice(guest, body),
    }),
  },
  tag,
);

const manifest = resource(
  '/manifest',
  {
    GET: deviceOperation({
      operation_id: 'getManifest',
      summary: 'Read the seat and the work of these glasses',
      description:
        "Seat, person, roles and bundle; the person's open tasks and those that belong to nobody; the " +
        "account's active forms, the skills to call, and the approved procedures of the account and of its bundles.",
      answer: Manifest,
      handle: readManifest,
    }),
  },
  tag,
);

const sessions = resource(
  '/sessions',
  {
    POST: deviceOperation({
      operation_id: 'startSession',
      summary: 'Start a session',
      description:
        'The id may be made on the device: sending the same start again is the same session. Emits ' +
        'session.started; an open task goes to in_progress. A start in the future counts as now.',
      body: SessionStart,
      answer: Session,
      status: 201,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { body: { session_id: ID, role: 'trainer', session_name: 'Filter change' }, known: STARTED },
      handle: (ctx, { body }) => startSession(ctx, body),
    }),
    PATCH: deviceOperation({
      operation_id: 'refreshSession',
      summary: 'Give a sign of life',
      description: 'A session that is silent for a day is closed as failed. Names and links may come later.',
      query: SessionRef,
      body: SessionHeartbeat,
      answer: Session,
      errors: ['NOT_FOUND'],
      example: {
        query: { session_id: ID },
        body: { video_url: 'https://media.example.com/1.mp4' },
        known: RUNNING,
      },
      handle: (ctx, { query, body }) => recordSessionHeartbeat(ctx, query.session_id, body),
    }),
  },
  tag,
);

const complete = resource(
  '/sessions/complete',
  {
    POST: deviceOperation({
      operation_id: 'completeSession',
      summary: 'End a session',
      description:
        'Counts once, however often it is sent. Emits session.completed and, for a task that is still to be ' +
        'done, task.status_changed and task.completed with the summary. Procedures go into catalogue review.',
      body: SessionEnd,
      answer: Session,
      status: 200,
      errors: ['NOT_FOUND'],
      example: {
        body: { session_id: ID, status: 'completed', summary: 'Done', procedures: [{ title: 'Open valve' }] },
        known: { id: ID, session_summary: 'Done' },
      },
      handle: (ctx, { body }) => completeSession(ctx, body),
    }),
  },
  tag,
);

const submit = resource(
  '/forms/submit',
  {
    POST: deviceOperation({
      operation_id: 'submitForm',
      summary: 'Submit a filled form',
      description:
        'Answers to fields of the documented shape are checked; a form with required fields that nobody ' +
        'answered is kept all the same and says what is missing. Within a session, its person and its task ' +
        'are those of the submission.',
      body: NewSubmission,
      answer: Submitted,
      status: 201,
      errors: ['DISABLED', 'NOT_FOUND'],
      example: { body: { form_id: ID, answers: { pressure: 4.5 }, session_id: ID } },
      handle: (ctx, { body }) => submitForm(ctx, body),
    }),
  },
  tag,
);

/** All operations of glasses. */
export const deviceRoutes: readonly Resource[] = [
  pair,
  manifest,
  sessions,
  complete,
  submit,
  deviceSkillRoutes,
];
