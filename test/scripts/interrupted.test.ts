/* A run that is interrupted leaves no server. */
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
after(() => rm(scratch, { recursive: true, force: true }));

/** What the tests around this one were told is not for a run of its own. */
function startRun(server_file: string) {
  const { NODE_TEST_CONTEXT, TEST_POSTGRES, TEST_CITUS, ...env } = process.env;
  return spawn(process.execPath, [RUN, HANGING], {
    env: { ...env, TMPDIR: scratch, SERVER_FILE: server_file },
    stdio: 'ignore',
  });
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

test('a run that is interrupted twice ends its server and removes the files of it', async () => {
  const server_file = join(scratch, 'server.json');
  const run = startRun(server_file);
  after(() => run.kill());
  const over = once(run, 'exit');
  const text = await eventually(
    () => readFile(server_file, 'utf8').catch(() => ''),
    (found) => found !== '',
    STARTS_WITHIN_MS,
  );
  const server = JSON.parse(text) as Connection;
  assert.ok(await isListening(server));
  run.kill('SIGINT');
  await sleep(BETWEEN_MS);
  run.kill('SIGINT');
  const [code] = await over;
  assert.equal(code, 1);
  assert.equal(await isListening(server), false);
  assert.deepEqual(
    (await readdir(scratch)).filter((name) => name.startsWith('tenant-ops-')),
    [],
  );
});
