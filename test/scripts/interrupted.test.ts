/* A run that is interrupted leaves neither a server nor what its tests started. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import type { Connection } from '../support/postgres.ts';

const RUN = fileURLToPath(new URL('../support/run.ts', import.meta.url));
const HANGING = fileURLToPath(new URL('fixtures/hanging.ts', import.meta.url));
const STARTS_WITHIN_MS = 90_000;
/** Each signal meets the handlers that the one before it left. */
const BETWEEN_MS = 100;

const scratch = await mkdtemp(join(tmpdir(), 'interrupted-'));
after(() => rm(scratch, { recursive: true, force: true, maxRetries: 20 }));

/** What the tests around this one were told is not for a run of its own. */
function startRun(told_file: string) {
  const { NODE_TEST_CONTEXT, TEST_POSTGRES, TEST_CITUS, ...env } = process.env;
  return spawn(process.execPath, [RUN, HANGING], {
    env: { ...env, TMPDIR: scratch, TOLD_FILE: told_file },
    stdio: 'ignore',
  });
}

async function isServing(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function isListening({ host, port }: Connection): Promise<boolean> {
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const is_open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return is_open;
}

test('a run that is interrupted twice ends its server, removes the files of it, and leaves no service', async () => {
  const told_file = join(scratch, 'told.json');
  const run = startRun(told_file);
  after(() => run.kill());
  const over = once(run, 'exit');
  const text = await eventually(
    () => readFile(told_file, 'utf8').catch(() => ''),
    (found) => found !== '',
    STARTS_WITHIN_MS,
  );
  const { server, service_url } = JSON.parse(text) as { server: Connection; service_url: string };
  assert.deepEqual([await isListening(server), await isServing(service_url)], [true, true]);
  run.kill('SIGINT');
  await sleep(BETWEEN_MS);
  run.kill('SIGINT');
  const [code] = await over;
  assert.equal(code, 1);
  assert.equal(await isListening(server), false);
  await eventually(
    () => isServing(service_url),
    (is_serving) => !is_serving,
  );
  assert.deepEqual(
    (await readdir(scratch)).filter((name) => name.startsWith('tenant-ops-')),
    [],
  );
});
