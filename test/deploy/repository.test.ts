/* Repository files that no program here reads: workflows, templates, editor settings. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readYaml } from './support/yaml.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();

type Job = { 'timeout-minutes'?: string; steps: { uses?: string; run?: string }[] };

function readJobs(name: string): Job[] {
  const { jobs } = readYaml(read(name)) as { jobs: Record<string, Job> };
  return Object.values(jobs);
}

test('workflows and other files of GitHub are YAML', () => {
  assert.deepEqual(WORKFLOWS, ['.github/workflows/image.yml', '.github/workflows/test.yml']);
  for (const name of globSync('.github/**/*.yml', { cwd: ROOT }))
    assert.equal(typeof readYaml(read(name)), 'object', name);
});

test('each job has a timeout, and runs commands that package.json contains', () => {
  const jobs = WORKFLOWS.flatMap(readJobs);
  assert.ok(jobs.length >= 4);
  for (const job of jobs) assert.match(job['timeout-minutes'] ?? '', /^\d+$/);
  const called = jobs
    .flatMap(({ steps }) => steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run )?([\w:-]+)/g)]))
    .map(([, name = '']) => name);
  for (const name of called) assert.ok(name === 'ci' || name in scripts, `npm run ${name}`);
  assert.ok(['test', 'test:all'].every((name) => called.includes(name)));
});

test('the image is built for both architectures', () => {
  const platforms = [...read('.github/workflows/image.yml').matchAll(/platform: (\S+)/g)].map(
    ([, one]) => one,
  );
  assert.deepEqual(platforms, ['linux/amd64', 'linux/arm64']);
});

test('files of editors are JSON, and name files that exist', () => {
  const names = globSync(['.vscode/*.json', '.devcontainer/*.json'], { cwd: ROOT });
  assert.equal(names.length, 4);
  for (const name of names) JSON.parse(read(name));
  const programs = [...read('.vscode/launch.json').matchAll(/"program": "\$\{workspaceFolder\}\/([^"]+)"/g)];
  assert.ok(programs.length > 0);
  for (const [, program = ''] of programs) assert.ok(existsSync(join(ROOT, program)), program);
});

test('reviewed paths, links and the tree of the contributing guide exist', () => {
  const [, reviewed = ''] = /Two reviewers look at ([^]*?) one at others/.exec(read('CONTRIBUTING.md')) ?? [];
  const owned = [...reviewed.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  assert.ok(owned.length >= 5);
  const [, tree = ''] = /\n```\n(src\/[^]*?)```/.exec(read('CONTRIBUTING.md')) ?? [];
  const rows = tree.trimEnd().split('\n');
  const named = rows.flatMap((row) =>
    [...(row.split(/ {2,}/)[0] ?? '').matchAll(/\S+\//g)].map(([path]) => path),
  );
  const linked = ['CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'docs/versions.md'].flatMap((name) =>
    [...read(name).matchAll(/\]\(((?!http|#)[^)#]+)/g)].map(([, link = '']) => join(name, '..', link)),
  );
  for (const path of [...owned, ...named, ...linked]) assert.ok(existsSync(join(ROOT, path)), path);
  assert.ok(rows.length <= 15);
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const folders = tracked.filter((path) => path.includes('/')).map((path) => path.replace(/\/.*/, '/'));
  assert.deepEqual([...new Set(folders)].toSorted(), named.toSorted());
});

test('commands of the contributing guide exist', () => {
  const commands = [...read('CONTRIBUTING.md').matchAll(/`(?:\w+=\w+ )?npm run ([\w:-]+)/g)].map(
    ([, name = '']) => name,
  );
  for (const name of commands) assert.ok(name in scripts, `npm run ${name}`);
});
