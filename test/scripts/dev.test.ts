/*
 * The first change described in CONTRIBUTING.md, in a clone: `npm run dev` soon shows a changed label and a changed
 * rule and keeps the state. `npm test -- --changed` fails, and passes when the change is complete.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../support/environment.ts';
import { findFreePort } from '../../support/freePort.ts';
import { noteSecret } from '../../support/secrets.ts';
import { formatLine } from '../../scripts/dev/terminal.ts';
import { openChromium } from '../support/chromium.ts';
import { callerAt } from '../../support/caller.ts';
import { searchAndRemove } from '../support/secrets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A long timeout, because the machine may run other tests; otherwise the service is back in less than two seconds. */
const WITHIN_MS = 300_000;
const PATH = '/v1/api-tenant-tasks';

const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-dev-'));
const checkout = join(folder, 'checkout');
await cloneCheckout();
const [port, inspector] = await Promise.all([findFreePort(), findFreePort()]);
const dev = startDev();
const url = `http://127.0.0.1:${port}`;
after(async () => {
  dev.child.kill('SIGTERM');
  await dev.ended;
  await searchAndRemove(folder);
});
await dev.said((line) => line === `ready ${url}`);
const key = (await dev.said((line) => line.startsWith('demo key '))).split(' ')[2] ?? '';
const password = (await dev.said((line) => line.startsWith('demo sign-in '))).split(' ')[3] ?? '';
noteSecret(key);
noteSecret(password);
const api = callerAt(url, key);

/**
 * Copies the files of the checkout, with uncommitted ones, into a new repository. Packages are shared with this
 * checkout, but Vite gets its own cache.
 */
async function cloneCheckout(): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT });
  const files = listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(ROOT, name)));
  for (const name of files) await cp(join(ROOT, name), join(checkout, name), { recursive: true });
  await mkdir(join(checkout, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '.cache')
      await symlink(join(ROOT, 'node_modules', name), join(checkout, 'node_modules', name));
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('-c', 'user.name=New', '-c', 'user.email=new@example.com', 'commit', '--quiet', '--message', 'Start');
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
}

function startDev() {
  const child = spawn(
    process.execPath,
    [join(checkout, 'scripts/dev.ts'), `--inspect=127.0.0.1:${inspector}`],
    {
      cwd: checkout,
      env: cleanEnvironment({ PORT: String(port), DATA_DIR: join(folder, 'data') }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  const ended = once(child, 'exit');
  const said = (matches: (line: string) => boolean, from = 0) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.slice(from).find(matches);
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
      const fail = () => reject(new Error(`the expected line is missing:\n${lines.join('\n')}`));
      setTimeout(fail, WITHIN_MS).unref();
      void ended.then(fail);
    });
  return { child, ended, said, lines };
}

async function edit(name: string, before: string, after: string): Promise<number> {
  const file = join(checkout, name);
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(before), `${name} has ${before}`);
  const began = dev.lines.length;
  await writeFile(file, text.replace(before, after));
  return began;
}

const isRestarted = (line: string) => line.startsWith('restarted in ');

test('a page shows a changed label without a reload, and stays signed in while the service restarts', async (t) => {
  const page = await (await openChromium()).newPage({ baseURL: url });
  await page.goto('/tasks');
  await page.getByLabel('Email address').fill('admin@demo.example');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'New task' }).waitFor({ timeout: WITHIN_MS });
  await page.evaluate(() => Object.assign(globalThis, { is_same_page: true }));

  const began_ms = performance.now();
  await edit('dashboard/features/tasks/TasksPage.tsx', "{t('New task')}", "{t('Plan a task')}");
  await page.getByRole('button', { name: 'Plan a task' }).waitFor({ timeout: WITHIN_MS });
  t.diagnostic(`the label after ${Math.round(performance.now() - began_ms)} ms`);
  assert.equal(await page.evaluate(() => 'is_same_page' in globalThis), true);

  const before = await edit(
    'src/features/tasks/change.ts',
    'export async function',
    '\nexport async function',
  );
  await dev.said(isRestarted, before);
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Plan a task' }).waitFor({ timeout: WITHIN_MS });
});

test('a changed rule of the API applies after a restart, with the same data', async (t) => {
  const { body: task } = await api.post(PATH, { title: 'Kept' });
  const before = await edit('src/features/tasks/contract.ts', 'notBlankRule(500)', 'notBlankRule(5)');

  t.diagnostic(await dev.said(isRestarted, before));
  // The previous process ended without a graceful shutdown.
  assert.ok(!dev.lines.some((line) => line.includes('"msg":"stopping"')));

  assert.equal((await api.post(PATH, { title: 'Too long' })).status, 400);
  assert.equal((await api.post(PATH, { title: 'Short' })).status, 201);
  const { body } = await api.get(PATH);
  assert.ok(body.tasks.some(({ id }: { id: string }) => id === task.id));
});

test('an error in the code is shown, requests get 503, and the next change starts the service', async () => {
  const began = await edit('src/features/tasks/change.ts', 'import ', 'import nothing at all;\nimport ');
  await dev.said((line) => line.startsWith('the service does not start: '), began);
  assert.equal((await fetch(`${url}/healthz`)).status, 503);

  const mended = await edit('src/features/tasks/change.ts', 'import nothing at all;\n', '');
  await dev.said(isRestarted, mended);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

/** Runs the command in the clone as a developer types it. */
async function runChangedTests(): Promise<{ code: unknown; output: string; took_s: number }> {
  const began_ms = performance.now();
  const { HOME = folder } = process.env;
  const child = spawn('npm', ['test', '--', '--changed'], {
    cwd: checkout,
    env: cleanEnvironment({ HOME }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill());
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, output, took_s: Math.round((performance.now() - began_ms) / 1_000) };
}

test('the tests of the changed files fail, because they contain the old label and the old rule', async (t) => {
  const { code, output, took_s } = await runChangedTests();
  t.diagnostic(`red after ${took_s} s`);
  assert.equal(code, 1, output);
  for (const file of ['test/tasks/create.test.ts', 'test/dashboard/tasks.test.ts'])
    assert.match(output, new RegExp(`^failed: ${file}$`, 'm'));
});

test('the tests pass once the rule is restored and the label has its German text and its test', async (t) => {
  git('checkout', '--quiet', 'src');
  await edit(
    'dashboard/features/tasks/de.ts',
    "  'No tasks yet':",
    "  'Plan a task': 'Aufgabe planen',\n  'No tasks yet':",
  );
  await edit(
    'test/dashboard/tasks.test.ts',
    "('button', { name: 'New task' })",
    "('button', { name: 'Plan a task' })",
  );
  const { code, output, took_s } = await runChangedTests();
  t.diagnostic(`green after ${took_s} s`);
  assert.equal(code, 0, output);
});

test('the inspector of the service listens at the configured address', async () => {
  const targets = await (await fetch(`http://127.0.0.1:${inspector}/json/list`)).json();
  assert.match(JSON.stringify(targets), /src\/main\.ts/);
});

test('outside of a terminal, each log line is JSON', () => {
  const logs = dev.lines.filter((line) => line.includes('"msg"'));
  assert.ok(logs.length > 0);
  for (const line of logs) assert.equal(typeof JSON.parse(line).time, 'string');
});

test('on a terminal, a log entry is one line, a mail shows its links, and other lines are unchanged', () => {
  const time = '2026-01-02T03:04:05.678Z';
  const plain = (entry: object) => stripColors(formatLine(JSON.stringify({ level: 'info', time, ...entry })));
  assert.equal(
    plain({ msg: 'request', method: 'GET', path: '/x', status: 200, ms: 1.5, account_id: 'a' }),
    '03:04:05.678 info  request GET /x 200 1.5 ms account_id=a',
  );
  assert.equal(
    plain({ msg: 'mail written', recipient: 'a@b.example', text: 'Hello,\n\nhttp://x/y?token=z\n' }),
    '03:04:05.678 info  mail written recipient=a@b.example\n    Hello,\n    \n    http://x/y?token=z',
  );
  assert.equal(formatLine('ready http://127.0.0.1:1'), 'ready http://127.0.0.1:1');
});

function stripColors(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001b\[\d+m/g, '');
}
