import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export type Outcome = { code: unknown; signal: unknown; stdout: string; stderr: string };
export type RunOptions = {
  flags?: string[];
  env?: NodeJS.ProcessEnv;
  uid?: number;
  cwd?: string;
  node?: string;
  node_args?: string[];
};

const SCRIPTS = fileURLToPath(new URL('../../../scripts/', import.meta.url));
const PARENT_WATCH = fileURLToPath(new URL('../../../src/lib/process/parentWatch.ts', import.meta.url));

/** Creates a small checkout with a local dependency, so that npm needs no network. */
export async function makeProject(t: TestContext): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'launcher-test-')));
  t.after(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));
  await mkdir(path.join(root, 'scripts'));
  await mkdir(path.join(root, 'packages/word'), { recursive: true });
  for (const name of ['run.mjs', 'installation.mjs', 'platform.mjs', 'dashboardSources.mjs'])
    await cp(SCRIPTS + name, path.join(root, 'scripts', name));
  await cp(PARENT_WATCH, path.join(root, 'parentWatch.ts'));
  await writeFile(path.join(root, 'entry.ts'), ENTRY);
  await writeFile(path.join(root, 'npm-cli.js'), COUNTING_NPM);
  await writeFile(path.join(root, 'packages/word/package.json'), '{"name":"word","version":"1.0.0"}');
  await lockVersion(root, '1.0.0');
  return root;
}

/** Changes the locked version, as a pull would. */
export async function lockVersion(root: string, version: string): Promise<void> {
  const declared = { name: 'project', version, dependencies: { word: 'file:packages/word' } };
  const packages = {
    '': declared,
    'node_modules/word': { resolved: 'packages/word', link: true },
    'packages/word': { name: 'word', version: '1.0.0' },
  };
  await writeJson(path.join(root, 'package.json'), { ...declared, type: 'module' });
  await writeJson(path.join(root, 'package-lock.json'), {
    ...declared,
    lockfileVersion: 3,
    requires: true,
    packages,
  });
}

/** Adds a development dependency to the checkout. */
export async function addDevelopment(root: string): Promise<void> {
  await mkdir(path.join(root, 'packages/tool'));
  await writeJson(path.join(root, 'packages/tool/package.json'), { name: 'tool', version: '1.0.0' });
  for (const name of ['package.json', 'package-lock.json']) {
    const file = JSON.parse(await readFile(path.join(root, name), 'utf8'));
    const declared = name === 'package.json' ? file : file.packages[''];
    declared.devDependencies = { tool: 'file:packages/tool' };
    Object.assign(file.packages ?? {}, {
      'node_modules/tool': { resolved: 'packages/tool', link: true, dev: true },
      'packages/tool': { name: 'tool', version: '1.0.0', dev: true },
    });
    await writeJson(path.join(root, name), file);
  }
}

/** Adds a dashboard to the checkout, with a build that counts its runs. */
export async function addDashboard(root: string): Promise<void> {
  await mkdir(path.join(root, 'dashboard'));
  await writeFile(path.join(root, 'dashboard/index.html'), 'one');
  await writeFile(path.join(root, 'scripts/build-dashboard.ts'), COUNTING_BUILD);
}

export async function countBuilds(root: string): Promise<number> {
  return (await readFile(path.join(root, 'builds'), 'utf8').catch(() => '')).length;
}

const COUNTING_BUILD = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { hashSources, STAMP } from './dashboardSources.mjs';
appendFileSync('builds', '.');
if (process.env.BUILD_FAILS) process.exit(9);
mkdirSync('dashboard/dist', { recursive: true });
writeFileSync('dashboard/dist/' + STAMP, hashSources(process.cwd()));
`;

export function spawnLauncher(root: string, args: string[], options: RunOptions = {}): ChildProcess {
  const { flags = [], env = {}, uid, cwd = '/', node = process.execPath, node_args = [] } = options;
  const launcher = path.join(root, 'scripts/run.mjs');
  return spawn(node, [...node_args, launcher, ...flags, 'entry.ts', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

export async function runLauncher(root: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  return readOutcome(spawnLauncher(root, args, options));
}

export async function readOutcome(child: ChildProcess): Promise<Outcome> {
  if (!child.stdout || !child.stderr) throw new Error('the output is not piped');
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, signal, stdout, stderr };
}

/** Returns a fake npm that changes the directory as npm does, and counts its calls. */
export function countingNpm(root: string): NodeJS.ProcessEnv {
  return { npm_execpath: path.join(root, 'npm-cli.js') };
}

export async function countInstallations(root: string): Promise<number> {
  const calls = await readFile(path.join(root, 'calls'), 'utf8').catch(() => '');
  return calls.length;
}

export async function readNpmArguments(root: string): Promise<string[]> {
  return JSON.parse(await readFile(path.join(root, 'arguments'), 'utf8'));
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, JSON.stringify(value));
}

const ENTRY = `
import { getCompileCacheDir } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchParent } from './parentWatch.ts';
const [how, ...rest]: string[] = process.argv.slice(2);
const parent = process.ppid;
if (how === 'code') process.exitCode = 7;
if (how === 'wait') {
  process.once('SIGTERM', () => process.exit(3));
  wait();
}
process.stdout.write(JSON.stringify({ how, rest, cwd: process.cwd(), pid: process.pid, compiled: getCompileCacheDir() }) + '\\n');
if (how === 'start') {
  while (process.ppid === parent) await sleep(10);
  wait();
}
function wait(): void {
  watchParent(() => { process.stdout.write('parent gone\\n', () => process.exit(4)); });
  setInterval(() => {}, 1000);
}
`;

const COUNTING_NPM = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
appendFileSync('calls', 'x');
writeFileSync('arguments', JSON.stringify(process.argv.slice(2)));
console.log('noise of npm');
if (process.env.NPM_FAILS) process.exit(9);
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules');
await setTimeout(Number(process.env.NPM_TAKES_MS ?? 300));
writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
`;
