import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWorld } from '../support/world.ts';

const SECRET = /t(?:ak|ao|or|oc|os|ad|ai|bs|pr|in)_[0-9A-Za-z]{55}/g;
const world = await openWorld();

/** Every value of every table of a database, as text. */
async function dump(): Promise<string> {
  const tables = await world.db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await world.db.unsafe(`select row::text as text from "${name}" as row`);
      return rows.map((row) => String(row['text'])).join('\n');
    }),
  );
  return texts.join('\n');
}

test('no token, key, secret or password lies in the database in clear, whatever was done', async () => {
  const { everything, passwords } = await doEverything();
  const text = await dump();
  assert.ok(text.includes('Field Planner'), 'the dump was not seen');
  assert.deepEqual(text.match(SECRET), null);
  for (const secret of [...everything, ...passwords]) assert.ok(!text.includes(secret));
});

test('no token, key, secret or password is written to the log', async () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const file = fileURLToPath(new URL('../oauth/flow.test.ts', import.meta.url));
  const run = spawn(process.execPath, ['--test', '--test-reporter=tap', '--test-isolation=none', file], {
    env: { ...env, LOG_LEVEL: 'trace' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(run.stdout), text(run.stderr)]);
  if (run.exitCode === null) await once(run, 'exit');
  const log = out + err;
  assert.ok(log.includes('/v1/oauth-token'), 'the log was not seen');
  assert.deepEqual(log.match(SECRET), null);
  assert.ok(!log.includes('correct horse battery'));
});

async function doEverything(): Promise<{ everything: string[]; passwords: string[] }> {
  const { adminBrowser, connect, makeApp, refresh } = await import('../support/oauth.ts');
  const { sendLetters } = await import('../support/letters.ts');
  const tenant = await world.account();
  const key = await tenant.api();
  await key.post('/v1/api-tenant-users', { email: 'ivy@example.com', full_name: 'Ivy', roles: ['admin'] });
  const app = await makeApp(world, tenant);
  const browser = await adminBrowser(world, tenant);
  const { access_token, refresh_token } = await connect(world, browser, app);
  const { body } = await refresh(world, app, refresh_token);
  const { email, password } = tenant.admin;
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
  const letters = await sendLetters(world);
  const links = letters.flatMap((letter) => letter.text.match(SECRET) ?? []);
  assert.equal(links.length, 2);
  const session = browser.cookies.get('session') ?? '';
  const given = [key.token ?? '', app.client_secret, access_token, refresh_token, session, ...links];
  return { everything: [...given, body.access_token, body.refresh_token], passwords: [password] };
}
