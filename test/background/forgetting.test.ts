/* The hourly deletion of expired rows and orphaned files, by the loop of a started service. */
import assert from 'node:assert/strict';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { folderStore } from '../../src/lib/files/folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { startService } from '../../src/service/service.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { freshDataDirectory } from '../support/service.ts';
import { openWorld } from '../support/world.ts';

const TABLES = ['oauth_access_tokens', 'oauth_refresh_tokens', 'browser_sessions', 'webhook_arrivals'];

// The held clock of this world is months behind a started service's clock, so all rows that it writes are expired.
const world = await openWorld({ on_one_server: true });
const tenant = await world.account();
const DATA_DIR = await freshDataDirectory();
await connectApp(world, await adminBrowser(world, tenant), await makeApp(world, tenant));
const desk = await consoleOf(world, tenant.admin);
const { body: inbox } = await desk.post('/inboxes', { events: ['task.created'] });
const { body: endpoint } = await desk.get(`/endpoint?endpoint_id=${inbox.id}`);
await fetch(endpoint.url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
const files = folderStore(join(DATA_DIR, 'files'));
after(() => files.close());
const { key } = await files.put('knowledge', Buffer.from('stray'), { max_bytes: 10 });
const old = new Date(Date.now() - 2 * 86_400_000);
for (const { parentPath, name } of await readdir(DATA_DIR, { recursive: true, withFileTypes: true }))
  if (key.endsWith(name)) await utimes(join(parentPath, name), old, old);

async function countLeft(): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of TABLES) counts.push([table, (await world.db`select 1 from ${world.db(table)}`).length]);
  counts.push(['files', (await Array.fromAsync(files.list('knowledge'))).length]);
  return Object.fromEntries(counts);
}

test('a started service deletes expired tokens, sign-ins and received webhooks, and files without a document', async () => {
  const kinds = [...TABLES, 'files'];
  const before = await countLeft();
  assert.deepEqual(
    kinds.filter((kind) => before[kind] === 0),
    [],
    'control: each kind has something to delete',
  );
  const { host, port, username, password, database } = world.connection;
  const DATABASE_URL = `postgres://${username}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const service = await startService(
    readConfig({ DATABASE_URL, DATA_DIR, PORT: '0', DRAIN_MS: '0', SECRET_KEY: '07'.repeat(32) }),
    createLog('silent'),
    () => {},
  );
  after(() => service.stop());
  await eventually(countLeft, (left) => kinds.every((kind) => left[kind] === 0));
});
