import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CLI = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
export const STAFF = { email: 'staff@example.com', password: 'a gallery needs a password' };

export async function signIn(page: Page, url: string, person: { email: string; password: string }): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
}

export type Demo = { url: string; email: string; password: string; key: string; stop(): Promise<void> };

/** The real service on data of its own, with the account that a first start seeds. */
export async function startDemo(): Promise<Demo> {
  const data = await mkdtemp(join(tmpdir(), 'tenant-ops-gallery-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: String(await findFreePort()), DATA_DIR: data, LOG_LEVEL: 'silent', WEBHOOK_ALLOW: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let email = '';
  let password = '';
  let key = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, second = '', third = '', fourth = ''] = line.split(' ');
    if (line.startsWith('demo sign-in')) [email, password] = [third, fourth];
    if (line.startsWith('demo key')) key = third;
    if (word !== 'ready') continue;
    await addStaff(data);
    const stop = async () => {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
      await rm(data, { recursive: true, force: true });
    };
    return { url: second, email, password, key, stop };
  }
  throw new Error('the demo did not start');
}

/** A port that the pictures can show: addresses on the pages hold it. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function addStaff(data: string): Promise<void> {
  const given = ['--email', STAFF.email, '--name', 'Sol Staff', '--password', STAFF.password];
  const child = spawn(process.execPath, [CLI, 'staff', 'create', ...given, '--json'], {
    env: { PATH: process.env['PATH'], DATA_DIR: data, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
}
