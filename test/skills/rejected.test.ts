import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN_ID, PATH, openSkillSite } from './support/site.ts';

const {
  ended,
  foreign,
  good,
  inactive,
  lone,
  receiver,
  run,
  seatlessApi,
  second,
  session,
  shared,
  stranger,
  strangerGlasses,
  tenant,
  world,
} = await openSkillSite();

/** A row also has the faults of all later checks, and the earliest check must be reported. */
const wrong = { arguments: { room: 7 }, session_context: { seat_id: UNKNOWN_ID } };
const REFUSED: [string, object, number, string, string][] = [
  ['no skill_id', { arguments: {} }, 400, 'BAD_REQUEST', 'skill_id: required'],
  ['no arguments', { skill_id: UNKNOWN_ID }, 400, 'BAD_REQUEST', 'arguments: required'],
  ['an invalid skill_id', { ...wrong, skill_id: '7' }, 400, 'BAD_REQUEST', 'skill_id: must be a valid uuid'],
  [
    'arguments that are not an object',
    { ...good, arguments: [] },
    400,
    'BAD_REQUEST',
    'arguments: must be an object',
  ],
  [
    'a context that is malformed',
    { ...good, skill_id: UNKNOWN_ID, session_context: { seat_id: 'x' } },
    400,
    'BAD_REQUEST',
    'session_context.seat_id: must be a valid uuid',
  ],
  [
    'an unknown role',
    { ...good, session_context: { role: 'boss' } },
    400,
    'BAD_REQUEST',
    'session_context.role: must be one of trainer, trainee',
  ],
  ['an unknown skill', { ...wrong, skill_id: UNKNOWN_ID }, 404, 'NOT_FOUND', 'Skill not found'],
  [
    'a skill of another account, which is also inactive',
    { ...wrong, skill_id: foreign.id },
    404,
    'NOT_FOUND',
    'Skill not found',
  ],
  [
    'a skill that no bundle allocates, which is also inactive',
    { ...wrong, skill_id: shared.id },
    403,
    'NOT_ENTITLED',
    "skill_id: not in the account's bundle allocation",
  ],
  [
    'an inactive skill',
    { ...wrong, skill_id: inactive.id },
    400,
    'DISABLED',
    'skill_id: the skill is inactive',
  ],
  [
    'arguments without a required member',
    { ...good, arguments: {}, session_context: { seat_id: UNKNOWN_ID } },
    400,
    'BAD_REQUEST',
    'arguments.room: required',
  ],
  [
    'an argument of another type',
    { ...good, ...wrong },
    400,
    'BAD_REQUEST',
    'arguments.room: must be a string',
  ],
  [
    'an argument out of range',
    { ...good, arguments: { room: 'A', degrees: 31 } },
    400,
    'BAD_REQUEST',
    'arguments.degrees: must be at most 30',
  ],
  [
    'a seat of another account',
    { ...good, session_context: { seat_id: strangerGlasses.seat_id } },
    400,
    'BAD_REQUEST',
    'session_context.seat_id: not an active seat of this account',
  ],
  [
    'a user of another account',
    { ...good, session_context: { user_id: stranger.admin_id } },
    400,
    'BAD_REQUEST',
    'session_context.user_id: not an active user of this account',
  ],
  [
    'a session that ended',
    { ...good, session_context: { session_id: ended.id } },
    400,
    'BAD_REQUEST',
    'session_context.session_id: not an open session of this account',
  ],
  [
    'a seat other than that of the session',
    { ...good, session_context: { session_id: session.id, seat_id: second.seat_id } },
    400,
    'BAD_REQUEST',
    'session_context.seat_id: not the seat of the session',
  ],
];

for (const [what, body, status, error, message] of REFUSED) {
  test(`${status} ${error} for ${what}`, async () => {
    const before = receiver.received.length;
    const answer = await run(body);
    assert.equal(answer.status, status);
    assert.deepEqual(answer.body, { error, message });
    assert.equal(receiver.received.length, before);
  });
}

test('400 for an otherwise valid call of an account without an active seat', async () => {
  const { status, body } = await seatlessApi.post(PATH, { skill_id: lone.id, arguments: { room: 'A' } });
  assert.equal(status, 400);
  assert.deepEqual(body, {
    error: 'BAD_REQUEST',
    message: 'session_context: no active seat to resolve it from',
  });
});

test('401 and 403 come before any validation', async () => {
  assert.equal((await world.nobody.post(PATH, {})).body.error, 'MISSING_AUTH');
  const reader = await tenant.api(['read:skills']);
  assert.equal((await reader.post(PATH, {})).body.error, 'INSUFFICIENT_PERMISSIONS');
});
