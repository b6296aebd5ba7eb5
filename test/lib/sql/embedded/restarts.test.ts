import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { superviseServer } from '../../../../src/lib/sql/embedded/supervisor.ts';
import { eventually } from '../../../../support/eventually.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { makeDirectory } from './support/directories.ts';
import { silentLog } from './support/silentLog.ts';

/* A shell script in place of PostgreSQL, which ends as the test requires. */
const COUNT = 'n=$(($(cat runs 2>/dev/null || echo 0) + 1)); echo $n > runs';
const READY = "printf '%s\\n\\n\\n\\n\\n\\n\\nready\\n' $$ > postmaster.pid";
const STAY = 'exec sleep 3600';
/** The first run of the script lasts until the test has seen that it is ready. */
const SEEN = '[ $n = 1 ] && while [ ! -e seen ]; do sleep 0.02; done';

async function makeServer(t: TestContext, ...lines: string[]) {
  const directory = await makeDirectory(t);
  const [postgres, cluster_dir] = [path.join(directory, 'server'), path.join(directory, 'cluster')];
  await writeFile(postgres, ['#!/bin/sh', COUNT, ...lines, ''].join('\n'));
  await chmod(postgres, 0o755);
  await mkdir(cluster_dir);
  return { postgres, cluster_dir, account: undefined, settings: {} };
}

test('a server that ends repeatedly is restarted after growing pauses, and immediately after a good run', async (t) => {
  let now_ms = 0;
  t.mock.method(performance, 'now', () => now_ms);
  const good = '[ $n = 4 ] && while [ ! -e stable ]; do sleep 0.02; done';
  const plan = await makeServer(t, READY, SEEN, good, `[ $n = 6 ] && ${STAY}`, 'exit 1');
  const delays: unknown[] = [];
  const warn = (fields: Record<string, unknown>) => {
    if ('delay_ms' in fields) delays.push(fields['delay_ms']);
  };
  const supervisor = await superviseServer(plan, { ...silentLog, warn });
  cleanUpAtEnd(t, supervisor.stop);
  await writeFile(path.join(plan.cluster_dir, 'seen'), '');
  await eventually(
    () => readFile(path.join(plan.cluster_dir, 'runs'), 'utf8'),
    (runs) => runs === '4\n',
  );
  now_ms += 1_001;
  await writeFile(path.join(plan.cluster_dir, 'stable'), '');
  await eventually(
    () => delays.length,
    (count) => count === 5,
  );
  assert.deepEqual(delays, [0, 100, 200, 0, 100]);
});

test('a server that finds the shared memory of the previous one is started again', async (t) => {
  const found = 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use';
  const plan = await makeServer(t, `[ $n = 1 ] && { echo '${found}' >&2; exit 1; }`, READY, STAY);
  const supervisor = await superviseServer(plan, silentLog);
  await supervisor.stop();
});

const DEATHS: [string, string, RegExp][] = [
  ['a reason', "echo 'LOG:  starting' >&2; echo 'FATAL:  bad luck' >&2", /does not start: bad luck\.$/],
  ['a panic', "echo 'PANIC:  no checkpoint' >&2", /does not start: no checkpoint\.$/],
  ['an unknown message before it ends', "echo 'cannot execute' >&2", /does not start: cannot execute\.$/],
  ['nothing', ':', /does not start: it gives no reason\.$/],
  ['a full disk', "echo 'FATAL:  No space left on device' >&2", /cluster has no space left on its disk/],
];
for (const [what, script, reason] of DEATHS) {
  test(`a server that reports ${what} at its first start is not restarted`, async (t) => {
    const plan = await makeServer(t, script, 'exit 1');
    await assert.rejects(superviseServer(plan, silentLog), reason);
    assert.equal(await readFile(path.join(plan.cluster_dir, 'runs'), 'utf8'), '1\n');
  });
}

test('stop does not wait for the pause before a restart', async (t) => {
  const plan = await makeServer(t, `[ $n = 1 ] && ${READY}`, SEEN, 'exit 1');
  let restarts = 0;
  const supervisor = await superviseServer(plan, { ...silentLog, warn: () => restarts++ });
  await writeFile(path.join(plan.cluster_dir, 'seen'), '');
  await eventually(
    () => restarts,
    (count) => count === 7,
  );
  const began_ms = performance.now();
  await supervisor.stop();
  assert.ok(performance.now() - began_ms < 2_800, 'of a pause of 3.2 s');
});
