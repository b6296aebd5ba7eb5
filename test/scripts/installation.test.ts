/* The packages that a start installs, and the machines on which it installs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  addDevelopment,
  countingNpm,
  countInstallations,
  makeProject,
  runLauncher,
} from './support/projects.ts';

/** Makes timers of progress messages run a hundred times faster. */
const FAST = [
  '--import',
  'data:text/javascript,const set=setInterval;globalThis.setInterval=(act,ms)=>set(act,ms/100)',
];

test('the launcher names the current step every ten seconds', async (t) => {
  const root = await makeProject(t);
  const env = { ...countingNpm(root), NPM_TAKES_MS: '450' };

  const { stderr } = await runLauncher(root, ['print'], { env, node_args: FAST });

  assert.ok((stderr.match(/^Installing the locked packages: \d+ s …$/gm)?.length ?? 0) >= 2, stderr);
});

test('a production entry installs no development packages, another entry adds them', async (t) => {
  const root = await makeProject(t);
  await addDevelopment(root);
  const env = { npm_config_offline: 'true' };
  const has = (name: string) => existsSync(path.join(root, 'node_modules', name));
  const flags = ['--production'];

  const first = await runLauncher(root, ['print'], { env, flags });
  assert.deepEqual([first.code, has('word'), has('tool')], [0, true, false], first.stderr);
  assert.equal((await runLauncher(root, ['print'], { env, flags })).stderr, '');

  const made = await lstat(path.join(root, 'node_modules/word'));
  const more = await runLauncher(root, ['print'], { env });
  assert.deepEqual([more.code, has('word'), has('tool')], [0, true, true], more.stderr);
  assert.match(more.stderr, /^Adding the packages of development …/);
  const { ino, ctimeMs } = await lstat(path.join(root, 'node_modules/word'));
  assert.deepEqual([ino, ctimeMs], [made.ino, made.ctimeMs], 'the packages of a running service stay');

  for (const kept of [flags, []])
    assert.equal((await runLauncher(root, ['print'], { env, flags: kept })).stderr, '');
  assert.ok(has('tool'));
});

test('production packages that were installed by hand satisfy a production entry', async (t) => {
  const root = await makeProject(t);
  await addDevelopment(root);
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit'], { cwd: root, stdio: 'ignore' });
  const env = countingNpm(root);

  assert.equal((await runLauncher(root, ['print'], { env, flags: ['--production'] })).stderr, '');
  assert.equal(await countInstallations(root), 0);
  await runLauncher(root, ['print'], { env });
  assert.equal(await countInstallations(root), 1);
});

test('exit code 1 and one sentence on an unsupported platform, before anything is installed', async (t) => {
  const root = await makeProject(t);
  const node_args = [
    '--import',
    'data:text/javascript,Object.defineProperty(process,"platform",{value:"freebsd"})',
  ];

  const { code, stdout, stderr } = await runLauncher(root, ['print'], { env: countingNpm(root), node_args });

  assert.deepEqual([code, stdout, await countInstallations(root)], [1, '', 0]);
  assert.match(stderr, /^freebsd-\w+ is not supported: [^\n]+\n$/);
});
