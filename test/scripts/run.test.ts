import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { provideNode, OTHER_UID } from '../lib/sql/embedded/support/checkouts.ts';
import {
  addDashboard,
  countBuilds,
  countingNpm,
  countInstallations,
  spawnLauncher,
  lockVersion,
  makeProject,
  readNpmArguments,
  readOutcome,
  runLauncher,
} from './support/projects.ts';

// Simulates Node before 23.11, which cannot replace its own process.
const OLDER_NODE = ['--import', 'data:text/javascript,process.execve=undefined'];
const KEPT_NODES: [string, string[]][] = [
  ['replaced', []],
  ['kept as the parent process', OLDER_NODE],
];

test('the first run installs the locked packages with npm and leaves standard output to the entry', async (t) => {
  const root = await makeProject(t);

  const { code, stdout, stderr } = await runLauncher(root, ['print', 'a b']);

  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).rest, ['a b']);
  assert.match(stderr, /^Installing the locked packages/);
  assert.match(await readFile(path.join(root, 'node_modules/word/package.json'), 'utf8'), /word/);
});

test('a later run installs nothing, a changed lockfile installs once', async (t) => {
  const root = await makeProject(t);
  const env = countingNpm(root);

  await runLauncher(root, ['print'], { env });
  const later = await runLauncher(root, ['print'], { env });
  assert.deepEqual([await countInstallations(root), later.stderr], [1, '']);

  await lockVersion(root, '1.0.1');
  await runLauncher(root, ['print'], { env });
  await runLauncher(root, ['print'], { env });
  assert.equal(await countInstallations(root), 2);
});

test('packages installed by hand are accepted as they are', async (t) => {
  const root = await makeProject(t);
  execFileSync('npm', ['ci', '--no-audit'], { cwd: root, stdio: 'ignore' });

  const { code, stderr } = await runLauncher(root, ['print'], { env: countingNpm(root) });

  assert.deepEqual([code, stderr, await countInstallations(root)], [0, '', 0]);
});

test('packages whose list npm is still writing count as not installed', async (t) => {
  const root = await makeProject(t);
  await mkdir(path.join(root, 'node_modules'));
  await writeFile(path.join(root, 'node_modules/.package-lock.json'), '{"packages":{');

  const { code, stderr } = await runLauncher(root, ['print'], { env: countingNpm(root) });

  assert.deepEqual([code, await countInstallations(root)], [0, 1], stderr);
});

test('two concurrent first runs install once and both serve', async (t) => {
  const root = await makeProject(t);
  const env = countingNpm(root);

  const outcomes = await Promise.all([
    runLauncher(root, ['print'], { env }),
    runLauncher(root, ['print'], { env }),
  ]);

  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(await countInstallations(root), 1);
});

test('an installation that was killed does not block others', async (t) => {
  const root = await makeProject(t);
  await mkdir(path.join(root, '.installing'));
  await utimes(path.join(root, '.installing'), 0, 0);

  const { code } = await runLauncher(root, ['print'], { env: countingNpm(root) });

  assert.deepEqual([code, await countInstallations(root)], [0, 1]);
});

test('exit code 1 and one sentence if npm fails, and the next run tries again', async (t) => {
  const root = await makeProject(t);
  const env = countingNpm(root);

  const failed = await runLauncher(root, ['print'], { env: { ...env, NPM_FAILS: 'yes' } });
  const next = await runLauncher(root, ['print'], { env });

  assert.deepEqual([failed.code, failed.stdout, next.code], [1, '', 0]);
  assert.match(
    failed.stderr,
    /noise of npm\nThe packages cannot be installed: npm ci ended with 9, see above\./,
  );
});

test('the compile cache of Node is stored next to the packages or at the configured path', async (t) => {
  const root = await makeProject(t);
  const elsewhere = path.join(root, 'elsewhere');
  const env = { ...countingNpm(root), NODE_COMPILE_CACHE: undefined };

  const kept = await runLauncher(root, ['print'], { env });
  const moved = await runLauncher(root, ['print'], { env: { ...env, NODE_COMPILE_CACHE: elsewhere } });

  assert.match(JSON.parse(kept.stdout).compiled, new RegExp(`^${root}/node_modules/.cache/node/`));
  assert.match(JSON.parse(moved.stdout).compiled, new RegExp(`^${elsewhere}/`));
});

test('a read-only checkout runs without storing anything', async (t) => {
  const root = await makeProject(t);
  const env = { ...countingNpm(root), NODE_COMPILE_CACHE: undefined };
  await runLauncher(root, ['print'], { env });
  await rm(path.join(root, 'node_modules/.cache'), { recursive: true });
  // Root may write to any folder, but a folder cannot be created where a file is.
  await writeFile(path.join(root, 'node_modules/.cache'), '');

  const { code, stdout, stderr } = await runLauncher(root, ['print'], { env });

  assert.deepEqual([code, stderr, JSON.parse(stdout).compiled], [0, '', undefined]);
});

test('an npm that is missing at the path of the environment is searched for elsewhere', async (t) => {
  const root = await makeProject(t);

  const { code, stderr } = await runLauncher(root, ['print'], {
    env: { npm_execpath: '/nowhere/npm-cli.js' },
  });

  assert.equal(code, 0, stderr);
});

test('the dashboard is built once for an entry that needs it, and again after its sources changed', async (t) => {
  const root = await makeProject(t);
  await addDashboard(root);
  const env = countingNpm(root);
  const flags = ['--with-dashboard'];

  await runLauncher(root, ['print'], { env });
  assert.equal(await countBuilds(root), 0);
  const { stdout, stderr } = await runLauncher(root, ['print', 'a'], { env, flags });
  assert.deepEqual([await countBuilds(root), JSON.parse(stdout).rest], [1, ['a']]);
  assert.match(stderr, /Building the dashboard/);
  await runLauncher(root, ['print'], { env, flags });
  assert.equal(await countBuilds(root), 1);
  await writeFile(path.join(root, 'dashboard/index.html'), 'two');
  await Promise.all([
    runLauncher(root, ['print'], { env, flags }),
    runLauncher(root, ['print'], { env, flags }),
  ]);
  assert.equal(await countBuilds(root), 2);
});

test('exit code 1 and one sentence if the dashboard cannot be built', async (t) => {
  const root = await makeProject(t);
  await addDashboard(root);
  const env = { ...countingNpm(root), BUILD_FAILS: 'yes' };

  const { code, stdout, stderr } = await runLauncher(root, ['print'], { env, flags: ['--with-dashboard'] });

  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /The dashboard cannot be built: it ended with 9, see above\./);
});

test('the locked Node runs the entry', async (t) => {
  const root = await makeProject(t);
  await runLauncher(root, ['print'], { env: countingNpm(root) });
  const bin = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'node'), `#!/bin/sh\nLOCKED=yes exec "${process.execPath}" "$@"\n`, {
    mode: 0o755,
  });
  await writeFile(
    path.join(root, 'entry.ts'),
    'const locked: unknown = process.env.LOCKED; console.log(locked);',
  );

  assert.equal((await runLauncher(root, [])).stdout, 'yes\n');
});

test('the entry runs in the directory of the caller', async (t) => {
  const root = await makeProject(t);

  const { stdout } = await runLauncher(root, ['print'], { env: countingNpm(root), cwd: '/usr' });

  assert.equal(JSON.parse(stdout).cwd, '/usr');
});

for (const [how, node_args] of KEPT_NODES) {
  test(`the launcher passes on exit codes when it is ${how}`, async (t) => {
    const root = await makeProject(t);

    const { code } = await runLauncher(root, ['code'], { env: countingNpm(root), node_args });

    assert.equal(code, 7);
  });

  test(`SIGTERM reaches the entry, whose exit code the launcher passes on when it is ${how}`, async (t) => {
    const root = await makeProject(t);
    const child = spawnLauncher(root, ['wait'], { env: countingNpm(root), node_args });
    child.stdout?.once('data', () => child.kill('SIGTERM'));

    assert.equal((await readOutcome(child)).code, 3);
  });

  test(`a deadly signal of the entry ends the launcher by the same signal when it is ${how}`, async (t) => {
    const root = await makeProject(t);
    const child = spawnLauncher(root, ['wait'], { env: countingNpm(root), node_args });
    child.stdout?.once('data', () => child.kill('SIGHUP'));

    assert.equal((await readOutcome(child)).signal, 'SIGHUP');
  });
}

test('the entry has the pid of the launcher if Node can replace its process', async (t) => {
  const root = await makeProject(t);
  const child = spawnLauncher(root, ['print'], { env: countingNpm(root) });

  assert.equal(JSON.parse((await readOutcome(child)).stdout).pid, child.pid);
});

test('the entry detects kill -9 of the launcher', async (t) => {
  const root = await makeProject(t);
  const child = spawnLauncher(root, ['wait'], { env: countingNpm(root), node_args: OLDER_NODE });
  child.stdout?.once('data', () => child.kill('SIGKILL'));

  assert.match((await readOutcome(child)).stdout, /parent gone\n$/);
});

test('the entry also detects kill -9 of the launcher while it starts', async (t) => {
  const root = await makeProject(t);
  const child = spawnLauncher(root, ['start'], { env: countingNpm(root), node_args: OLDER_NODE });
  child.stdout?.once('data', () => child.kill('SIGKILL'));

  assert.match((await readOutcome(child)).stdout, /parent gone\n$/);
});

test('an ordinary user installs and runs in a checkout of their own', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('needs root, to act as another user');
  const root = await makeProject(t);
  const node = await provideNode(root);
  execFileSync('chown', ['-R', `${OTHER_UID}:${OTHER_UID}`, root]);
  await chmod(root, 0o700);

  const { code, stderr } = await runLauncher(root, ['print'], {
    node,
    uid: OTHER_UID,
    env: { HOME: root, npm_config_cache: `${root}/.npm` },
  });

  assert.equal(code, 0, stderr);
});

test('npm gets a folder of the checkout if it cannot write to its cache', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('needs root, to act as another user');
  const root = await makeProject(t);
  const node = await provideNode(root);
  const [open, closed] = [path.join(root, 'open'), path.join(root, 'closed')];
  await mkdir(open);
  execFileSync('chown', ['-R', `${OTHER_UID}:${OTHER_UID}`, root]);
  await mkdir(closed, { mode: 0o755 });
  const installWith = async (npm_config_cache: string) => {
    await rm(path.join(root, 'node_modules'), { recursive: true, force: true });
    const env = { ...countingNpm(root), npm_config_cache };
    assert.equal((await runLauncher(root, ['print'], { node, uid: OTHER_UID, env })).code, 0);
    return (await readNpmArguments(root)).join(' ');
  };

  assert.doesNotMatch(await installWith(path.join(open, 'cache')), /--cache/);
  const [, folder = ''] = /--cache (.+)$/.exec(await installWith(closed)) ?? [];
  assert.ok(folder.startsWith(root), folder);
  assert.equal(existsSync(folder), false);
});

test('exit code 1 and the usage without an entry', async (t) => {
  const launcher = path.join(await makeProject(t), 'scripts/run.mjs');

  assert.throws(() => execFileSync(process.execPath, [launcher], { stdio: 'pipe' }), {
    status: 1,
    message: /Usage: node/,
  });
});
