/* Processes of one port that end, or are stopped, while one of them is starting. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect } from '../../src/lib/sql/sql.ts';
import { cleanEnvironment } from '../../support/environment.ts';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase, databaseSettings } from '../support/database.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';

const FAILING = fileURLToPath(new URL('support/failingStart.ts', import.meta.url));
const UNFORKED = fileURLToPath(new URL('support/failingFork.ts', import.meta.url));

const fresh = await cloneDatabase();
after(() => fresh.drop());
const service = await startServiceProcess({
  ...databaseSettings(fresh.connection),
  DATA_DIR: await freshDataDirectory(),
  PROCESSES: '2',
  // With a PUBLIC_URL, each starting process updates the URLs of inboxes.
  PUBLIC_URL: 'https://ops.example.com',
});

const findLine = (holds: (line: { process?: number; pid?: number; msg: string }) => boolean) =>
  eventually(
    () =>
      service.lines
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
        .find(holds),
    (line) => line !== undefined,
  );

test('exit code 0 for a stop while a process is being restarted', async () => {
  const holding = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  after(() => holding.end({ timeout: 1 }));
  const { pid } = await findLine((line) => line.pid !== undefined && line.process === 2);
  const ended = await holding.begin(async (tx) => {
    await tx`lock table webhook_endpoints in share mode`;
    process.kill(pid, 'SIGKILL');
    await eventually(
      () => tx`select from pg_locks where relation = 'webhook_endpoints'::regclass and not granted`,
      ({ length }) => length > 0,
    );
    const ending = service.end('SIGTERM');
    await findLine(({ process, msg }) => process === undefined && msg === 'stopping');
    return { ending };
  });
  assert.equal((await ended.ending).code, 0);
});

test('exit code 1 if one process fails while another one is starting', async () => {
  const env = cleanEnvironment({});
  const first = spawn(process.execPath, [FAILING], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  after(() => first.kill('SIGKILL'));
  const [errors, [code]] = await Promise.all([text(first.stderr), once(first, 'exit')]);
  assert.equal(code, 1);
  assert.match(errors, /A process of the service did not start/);
});

// The first program is rejected by the operating system, the second by Node.
for (const stand_in of ['/no/such/program', ''])
  test(`processes continue while no other one can be started: ${stand_in || 'no program'}`, async () => {
    const env = cleanEnvironment({});
    const first = spawn(process.execPath, [UNFORKED, stand_in], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    after(() => first.kill('SIGKILL'));
    const [said, [code]] = await Promise.all([text(first.stdout), once(first, 'exit')]);
    assert.deepEqual([said, code], ['first runs\n', 0]);
  });
