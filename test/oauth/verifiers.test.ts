/* The format of PKCE verifiers. Every challenge matches its verifier, so only the format decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser, exchange, getCode, makeApp, pkceOf } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const app = await makeApp(world, await world.account('Maker GmbH'));
const browser = await adminBrowser(world, await world.account('Kunde AG'));

const VERIFIERS: [what: string, code_verifier: string, status: number][] = [
  ['42 characters', 'a'.repeat(42), 400],
  ['43 characters', 'a'.repeat(43), 200],
  ['128 characters', '~'.repeat(128), 200],
  ['129 characters', 'a'.repeat(129), 400],
  ['43 characters with a plus', `${'a'.repeat(42)}+`, 400],
];

for (const [what, code_verifier, status] of VERIFIERS) {
  test(`${status} for a verifier of ${what} whose challenge matches`, async () => {
    const pkce = pkceOf(code_verifier);
    const answer = await exchange(world, app, await getCode(browser, app, pkce), pkce);
    const error = status === 200 ? undefined : 'invalid_grant';
    assert.deepEqual([answer.status, answer.body.error], [status, error]);
  });
}
