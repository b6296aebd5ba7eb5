/* A process that is killed while it erases a user. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unfinishedErasureExists, finishErasures } from '../../src/features/users/people/erasure.ts';
import { createUser } from '../../src/features/users/users.ts';
import { countRowsContaining } from '../accounts/support/remainingRows.ts';
import { openWorld } from '../support/world.ts';

const PROCESS = fileURLToPath(new URL('support/eraseProcess.ts', import.meta.url));
const WALDO = { email: 'waldo@example.com', full_name: 'Waldo Quist', password: 'correct horse battery' };
const LATER_MS = 60_000;

const world = await openWorld();
const { db, clock, connection } = world;
const tenant = await world.account('Nord');
const api = await tenant.api();
const later = () => ({ ...world.platform(), now: new Date(clock.now().getTime() + LATER_MS) });

function eraseApart(user_id: string): ChildProcess {
  const given = { connection, account_id: tenant.account_id, user_id, now: clock.now() };
  return spawn(process.execPath, [PROCESS, JSON.stringify(given)], { stdio: 'inherit' });
}

async function waitForErased(id: string): Promise<void> {
  for (;;) {
    const found = await db`select 1 from users where id = ${id} and erased_at is not null`;
    if (found.length === 1) return;
    await sleep(5);
  }
}

async function isDue(now: Date): Promise<boolean> {
  const [row] = await db<{ is_due: boolean }[]>`select ${unfinishedErasureExists(db, now)} as is_due`;
  return row?.is_due ?? false;
}

async function countLogged(): Promise<number> {
  await world.app.requests.flush();
  return (await countRowsContaining(db, [WALDO.full_name]))['request_log'] ?? 0;
}

async function makeWaldo(): Promise<string> {
  const { user_id } = await createUser(tenant.ctx(), { ...WALDO, is_admin: false });
  return user_id;
}

test('kill -9 after an erasure committed: a worker removes the name from requests that were logged late', async () => {
  const user_id = await makeWaldo();
  const killed = eraseApart(user_id);
  await waitForErased(user_id);
  killed.kill('SIGKILL');
  const [, signal] = await once(killed, 'exit');
  assert.equal(signal, 'SIGKILL', 'the erasure had not ended');
  // Another process writes requests that it recorded before the erasure.
  await api.post('/v1/api-tenant-tasks', { title: `Ask ${WALDO.full_name}` });
  assert.equal(await countLogged(), 1, 'control: the name is logged after the kill');
  assert.equal(await isDue(clock.now()), false, 'a request may still end its erasure');
  assert.equal(await isDue(later().now), true);
  await finishErasures(later());
  assert.equal(await countLogged(), 0);
  assert.equal(await isDue(later().now), false);
  const [swept] = await db`select unswept_texts as texts from users where id = ${user_id}`;
  assert.equal(swept?.['texts'], null, 'the name is stored nowhere');
});

test('a completed erasure leaves no work for a worker', async () => {
  const user_id = await makeWaldo();
  const [code] = await once(eraseApart(user_id), 'exit');
  assert.equal(code, 0);
  assert.equal(await isDue(later().now), false);
});
