import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLedger } from '../../sim/ledger.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const glasses = await tenant.device();
const { body: session } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
const end = { session_id: session.id, status: 'completed', procedures: [{ title: 'A' }] };
await glasses.post('/device/v1/sessions/complete', end);
const said = { session_id: session.id, status: 'completed', procedures: 1, is_deleted: false };

const wrong = async (sessions = [said]) => {
  const findings = await auditLedger(world.db, tenant.account_id, { sessions, tasks: [] });
  return findings.filter(({ expected, found }) => expected !== found).map(({ what }) => what);
};

test('a consistent ledger of the simulator has no fault', async () => assert.deepEqual(await wrong(), []));

test('a lost session is detected', async () => {
  const lost = { ...said, session_id: tenant.account_id };
  assert.ok((await wrong([said, lost])).includes('sessions, each one row'));
});

test('a duplicate event is detected', async () => {
  await world.db`
    insert into events (account_id, id, event, body, created_at)
    select account_id, ${tenant.admin_id}, event, body, created_at
    from events
    where account_id = ${tenant.account_id}
      and event = 'session.completed'`;
  assert.deepEqual(await wrong(), ['session.completed, each once', 'events of sessions in all']);
  await world.db`delete from events where id = ${tenant.admin_id}`;
});

test('a wrong counter is detected', async () => {
  await world.db`update users set total_minutes = total_minutes + 1 where id = ${glasses.user_id}`;
  assert.deepEqual(await wrong(), ['people whose counters differ from a recount']);
});
