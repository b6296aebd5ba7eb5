import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeProject, readOutcome } from './support/projects.ts';

/** Sends itself the signal that opens Node's inspector, and starts a child process that does the same. */
const ENTRY = `
import { url } from 'node:inspector';
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
process.kill(process.pid, 'SIGUSR1');
for (let tries = 0; tries < 50 && url() === undefined; tries++) await sleep(10);
const own = url() === undefined ? 'closed' : 'open';
if (process.argv[2] === 'child') process.stdout.write(own);
else {
  const { stdout } = spawnSync(process.execPath, [process.argv[1], 'child'], { encoding: 'utf8' });
  process.stdout.write(JSON.stringify([own, stdout]));
}
`;
// Simulates Node before 23.11, which cannot replace its own process.
const OLDER_NODE = ['--import', 'data:text/javascript,process.execve=undefined'];

async function start(t: TestContext, entry: string, flags: string[] = []): Promise<string[]> {
  const root = await makeProject(t);
  await mkdir(path.dirname(path.join(root, entry)), { recursive: true });
  await writeFile(path.join(root, entry), ENTRY);
  const words = [...flags, path.join(root, 'scripts/run.mjs'), entry];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr } = await readOutcome(child);
  assert.ok(stdout !== '', stderr);
  return JSON.parse(stdout);
}

for (const entry of ['src/main.ts', 'cli/main.ts']) {
  test(`no signal opens the inspector of ${entry} or of a process that it starts`, async (t) => {
    assert.deepEqual(await start(t, entry), ['closed', 'closed']);
    assert.deepEqual(await start(t, entry, OLDER_NODE), ['closed', 'closed']);
  });
}

test('control: the signal opens the inspector of another entry', async (t) => {
  const [own] = await start(t, 'entry.ts');
  assert.equal(own, 'open');
});

test('the systemd unit and the image also close the inspector', async () => {
  const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  assert.match(await read('deploy/tenant-ops.service'), /^Environment=NODE_OPTIONS=--disable-sigusr1$/m);
  assert.match(await read('Dockerfile'), /^ENV NODE_OPTIONS=--disable-sigusr1$/m);
});
