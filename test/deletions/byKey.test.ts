/* The state of a session's deletion in the API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrainingAppReply } from '../../src/access/tools.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { openWorld } from '../support/world.ts';

let reply: TrainingAppReply = { state: 'queued', status: null, error: 'connect ECONNREFUSED 10.0.0.5:443' };
const world = await openWorld({ training_app: { forget: async () => reply } });
const [side, strangers] = [await openAccountCallers(world), await openAccountCallers(world)];
const { tenant, make } = side;
const api = await tenant.api(['read:sessions']);
const getOne = (session_id: string) => api.get(`/v1/deletion?session_id=${session_id}`);

const MEMBERS = [
  'attempts',
  'deleted_at',
  'due_at',
  'last_attempt_at',
  'last_status',
  'sent_at',
  'session_id',
  'state',
];

const OUTCOMES: [TrainingAppReply, number | null][] = [
  [{ state: 'queued', status: null, error: 'connect ECONNREFUSED 10.0.0.5:443' }, null],
  [{ state: 'failed', status: 403, error: 'HTTP 403' }, 403],
  [{ state: 'sent', status: 200, error: null }, 200],
];

for (const [outcome, last_status] of OUTCOMES)
  test(`200 for a deletion that is ${outcome.state}, without the failure text`, async () => {
    reply = outcome;
    const session_id = await make.deletedSession();
    const { status, body, text } = await getOne(session_id);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).toSorted(), MEMBERS);
    assert.deepEqual(
      [body.session_id, body.state, body.last_status],
      [session_id, outcome.state, last_status],
    );
    assert.equal(body.sent_at !== null, outcome.state === 'sent');
    assert.doesNotMatch(text, /10\.0\.0\.5|ECONN/);
    const { deletions } = (await api.get(`/v1/deletions?state=${outcome.state}`)).body;
    assert.deepEqual(deletions, [body]);
  });

test('404 for a session that is not deleted, unknown or of another account; 400 for an invalid UUID', async () => {
  const ids = [
    await make.session(),
    await strangers.make.deletedSession(),
    '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40',
  ];
  for (const id of ids) assert.equal((await getOne(id)).body.error, 'NOT_FOUND');
  assert.equal((await getOne('1')).status, 400);
  assert.equal((await getOne('')).status, 400);
});
