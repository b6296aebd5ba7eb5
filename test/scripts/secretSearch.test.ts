/* Each test database is searched for unencrypted secrets when it ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteSecret } from '../../support/secrets.ts';
import { assertNoSecretStored, forgetSecrets } from '../support/secrets.ts';
import { openWorld } from '../support/world.ts';

const SECRET = 'a secret that nothing else has';
const world = await openWorld();
await (await world.account()).api();

test('a secret is found in a table and in the daily partitions of a table', async () => {
  noteSecret(SECRET);
  await assertNoSecretStored(world.connection);

  await world.db`update accounts as account set name = ${SECRET}`;
  await assert.rejects(assertNoSecretStored(world.connection), /holds in clear: accounts: a secret/);
  await world.db`update accounts as account set name = 'Nord'`;

  await world.db`update audit_entries as entry set action = ${SECRET}`;
  await assert.rejects(assertNoSecretStored(world.connection), /holds in clear: audit_entries: a secret/);
  forgetSecrets();
});
