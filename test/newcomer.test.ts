/* The commands of the README after the start of the service, in order. */
import { findFreePort } from '../support/freePort.ts';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../support/browser.ts';
import { cleanEnvironment } from '../support/environment.ts';
import { noteSecret } from '../support/secrets.ts';
import { samplesOf } from './reference/support/samples.ts';
import { searchAndRemove } from './support/secrets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ADMIN = { email: 'me@example.com', password: 'correct horse' };

const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-newcomer-'));
const [port = 0, hook_port = 0, callback_port = 0] = await Promise.all([1, 2, 3].map(findFreePort));
const PORTS: Readonly<Record<string, number>> = { 8080: port, 3000: hook_port, 8976: callback_port };
const env = cleanEnvironment({
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  XDG_CONFIG_HOME: join(folder, 'config'),
  LOG_LEVEL: 'silent',
});
const blocks = commandsOf('Start');

const groups: (() => Promise<void>)[] = [];
after(async () => {
  await Promise.all(groups.map((end) => end()));
  await searchAndRemove(folder);
});

type Terminal = { said(wanted: RegExp): Promise<RegExpExecArray>; ended: Promise<number | null> };

/** Opens a shell in the checkout; it ends with the test file, with all processes that it started. */
function openTerminal(script: string): Terminal {
  const shell = spawn('sh', ['-eu', '-c', script], { cwd: ROOT, env, detached: true });
  const ended = once(shell, 'close').then(([code]) => code);
  groups.push(() => endGroup(shell, ended));
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString();
      for (const look of waiting) look();
    });
  const said = (wanted: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = wanted.exec(text);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then((code) => reject(new Error(`ended with ${code}, without ${wanted}:\n${text}`)));
    });
  return { said, ended };
}

async function endGroup({ pid, exitCode }: ChildProcess, ended: Promise<number | null>): Promise<void> {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
  await ended;
}

test('the commands of the README alone give a first task, a first webhook and a first connection', async (t) => {
  const [start = '', task = '', start_allowing = '', webhook = '', connection = ''] = blocks;
  assert.deepEqual(
    [blocks.length, start, start_allowing],
    [5, 'npm start', 'WEBHOOK_ALLOW=127.0.0.1 npm start'],
  );
  const times = noteTimes((line) => t.diagnostic(line));
  await openTerminal(start_allowing).said(/^ready http/m);
  times('the service');

  const terminal = openTerminal([task, webhook, connection, 'kill $!'].map(onFreePorts).join('\n'));
  await terminal.said(/^HTTP\/1.1 201[^]*"title":"Replace the filter of pump 7"/m);
  times('the first task');
  await terminal.said(/task\.created \{[^}]*title: 'Bleed the heating circuit'/);
  times('the first verified webhook');

  const [address] = await terminal.said(/^http\S+\/oauth\/authorize\?\S+$/m);
  await allowInBrowser(new URL(address));
  assert.equal(await terminal.ended, 0);
  const [, ...titles] = await terminal.said(
    /^\S+ +(Bleed[^–]*?) +–[^]*^\S+ +(Replace[^–]*?) +–[^]*^2 of 2$/m,
  );
  assert.deepEqual(titles, ['Bleed the heating circuit', 'Replace the filter of pump 7']);
  times('the first connection');
});

/** Signs in and allows the app at the given authorization URL. */
async function allowInBrowser({ origin, pathname, search }: URL): Promise<void> {
  const browser = openBrowser(origin);
  const asked = pathname + search;
  assert.equal((await browser.signIn(ADMIN, asked)).location, asked);
  const allowed = await browser.submit(await browser.get(asked), '/oauth/authorize', { decision: 'allowed' });
  noteSecret(new URL(allowed.location ?? '').searchParams.get('code') ?? undefined);
  assert.equal((await fetch(allowed.location ?? '')).status, 200);
}

function noteTimes(tell: (line: string) => void): (what: string) => void {
  let before_ms = performance.now();
  return (what) => {
    const now_ms = performance.now();
    tell(`${what} after ${((now_ms - before_ms) / 1_000).toFixed(1)} s`);
    before_ms = now_ms;
  };
}

function commandsOf(title: string): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, section = ''] = readme.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return samplesOf(own).flatMap(({ kind, code }) => (kind === 'sh' ? [code] : []));
}

function onFreePorts(commands: string): string {
  return commands.replaceAll(/\b(?:8080|3000|8976)\b/g, (given) => String(PORTS[given]));
}
