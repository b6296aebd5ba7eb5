import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { deleteExpiredTokensAndCodes } from '../../src/features/oauth/grants.ts';
import { deleteExpiredTokens } from '../../src/features/oauth/sql/endings.ts';
import { deleteExpiredSignIns } from '../../src/features/signin/signIns.ts';
import { adminBrowser, connectApp, makeApp, refresh } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const app = await makeApp(world, tenant);
const browser = await adminBrowser(world, tenant);

async function count(table: string): Promise<number> {
  const [row] = await world.db<{ count: number }[]>`select count(*)::int as count from ${world.db(table)}`;
  return row?.count ?? 0;
}

async function forget(): Promise<void> {
  const platform = world.platform();
  await deleteExpiredTokensAndCodes(platform);
  await deleteExpiredSignIns(platform);
}

const NEEDED: [table: string, column: string][] = [
  ['oauth_authorizations', 'created_at'],
  ['oauth_access_tokens', 'expires_at'],
  ['oauth_refresh_tokens', 'expires_at'],
];

test('tokens after the retention limit are kept, and one a millisecond older is deleted', async () => {
  await connectApp(world, browser, app);
  for (const [table, column] of NEEDED) {
    const [row] = await world.db<[{ at: string }]>`select ${world.db(column)} as at from ${world.db(table)}`;
    const at_ms = Date.parse(row.at);
    await deleteExpiredTokens(world.db, new Date(at_ms));
    assert.equal(await count(table), 1, table);
    await deleteExpiredTokens(world.db, new Date(at_ms + 1));
    assert.equal(await count(table), 0, table);
  }
});

test('tokens are deleted when they neither work nor detect a replay, and not before', async () => {
  const { refresh_token } = await connectApp(world, browser, app);
  await refresh(world, app, refresh_token);
  await forget();
  assert.deepEqual([await count('oauth_access_tokens'), await count('oauth_refresh_tokens')], [2, 2]);
  world.clock.advance(2 * DAY_MS);
  await forget();
  assert.deepEqual([await count('oauth_access_tokens'), await count('oauth_refresh_tokens')], [0, 2]);
  assert.equal(await count('oauth_authorizations'), 0);
  world.clock.advance(30 * DAY_MS);
  await forget();
  assert.equal(await count('oauth_refresh_tokens'), 0);
  assert.equal(await count('browser_sessions'), 1);
  world.clock.advance(60 * DAY_MS);
  await forget();
  assert.equal(await count('browser_sessions'), 0);
});
