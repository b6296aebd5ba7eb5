import { deviceOperation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { anonymousOperation } from '../../doors/open.ts';
import { submitForm } from '../forms/submissions.ts';
import { NewSubmission, SubmissionResult } from '../forms/submissions/contract.ts';
import { PairedSeat, PairRequest } from '../seats/contract.ts';
import { pairDevice } from '../seats/pairing.ts';
import { Session, SessionEnd, SessionRef, SessionStart, SessionHeartbeat } from '../sessions/contract.ts';
import { completeSession, recordSessionHeartbeat, startSession } from '../sessions/device.ts';
import { deviceSkillRoutes } from '../skills/routes.ts';
import { DeviceManifest } from './contract.ts';
import { readDeviceManifest } from './devices.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const RUNNING = { status: 'in_progress', duration_seconds: null, procedure_count: 0, completed_at: null };
const STARTED = { ...RUNNING, id: ID, video_url: null };
const tag = {
  tag: 'Device',
  about: 'The API of the glasses: pairing, manifest, sessions, forms and skills.',
};

/** All operations that the glasses call. */
export const deviceRoutes = [
  ...groupIntoResources(tag, {
    'POST /pair': anonymousOperation({
      operation_id: 'pairDevice',
      summary: 'Pair glasses with a seat',
      description:
        'The dashboard shows the code for the seat. The code works once and expires after ten minutes. ' +
        'The returned token replaces an earlier token of the seat. After 30 wrong codes from one ' +
        'network, requests get 429 for 15 minutes.',
      body: PairRequest,
      answer: PairedSeat,
      status: 201,
      errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
      example: { body: { code: 'KXWPLTQB', model: 'AR-2', serial: 'SN-00017' } },
      handle: (guest, { body }) => pairDevice(guest, body),
    }),
    'GET /manifest': deviceOperation({
      operation_id: 'getManifest',
      summary: 'Read the seat and the work of these glasses',
      description:
        'The seat with its user, roles and bundle; the open tasks of the user and the unassigned open ' +
        "tasks; the account's active forms; the available skills; and the approved procedures of the " +
        'account and its bundles.',
      answer: DeviceManifest,
      handle: readDeviceManifest,
    }),
    'POST /sessions': deviceOperation({
      operation_id: 'startSession',
      summary: 'Start a session',
      description:
        'The device can generate the id: a second request with the same id returns the same session. ' +
        'Emits session.started. An open task changes to in_progress. A start time in the future is ' +
        'replaced with the current time.',
      body: SessionStart,
      answer: Session,
      status: 201,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { body: { session_id: ID, role: 'trainer', session_name: 'Filter change' }, known: STARTED },
      handle: (ctx, { body }) => startSession(ctx, body),
    }),
    'PATCH /sessions': deviceOperation({
      operation_id: 'refreshSession',
      summary: 'Send a heartbeat of a session',
      description:
        'A session without a request for a day is closed as failed. The request can also set names and ' +
        'links.',
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
    'POST /sessions/complete': deviceOperation({
      operation_id: 'completeSession',
      summary: 'End a session',
      description:
        'A repeated request counts once. Emits session.completed and, for a task that is not yet ' +
        'completed or cancelled, task.status_changed and task.completed with the summary. Procedures are ' +
        'submitted for review.',
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
    'POST /forms/submit': deviceOperation({
      operation_id: 'submitForm',
      summary: 'Submit a filled form',
      description:
        'Answers to fields in the documented format are validated. A form with unanswered required ' +
        'fields is stored, and the response lists these fields. Within a session, the submission belongs ' +
        'to the user and the task of the session.',
      body: NewSubmission,
      answer: SubmissionResult,
      status: 201,
      errors: ['DISABLED', 'NOT_FOUND'],
      example: { body: { form_id: ID, answers: { pressure: 4.5 }, session_id: ID } },
      handle: (ctx, { body }) => submitForm(ctx, body),
    }),
  }),
  ...deviceSkillRoutes,
];
