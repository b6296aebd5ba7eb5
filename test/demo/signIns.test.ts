/** The sign-ins of the demo account: printed at start, and shown on the sign-in page of a local demo only. */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { prepareDemo, readDemoAccount } from '../../src/demo/account.ts';
import { readConfig } from '../../src/config.ts';
import { createSecretBox } from '../../src/lib/crypto/secretBox.ts';
import { demoPlaceOf } from '../../src/service/tools.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { noteSecret } from '../../support/secrets.ts';
import { freshFolder } from '../support/fileStores.ts';
import { openWorld, startNode } from '../support/world.ts';

const world = await openWorld();
const { box } = world.tools;
const place = { file: join(await freshFolder(), 'demo'), box, is_local: true };
const first = await linesOfStart();
const demo = await readDemoAccount(place);
if (!demo) throw new Error('the demo was not stored');
for (const { password } of demo.sign_ins) noteSecret(password);
const node = await startNode({ db: world.db, tools: { ...world.tools, demo } }, 0);
after(() => node.close());
const local = node.server.listeningOrigin;
const [admin, member, staff] = demo.sign_ins;
if (!admin || !member || !staff) throw new Error('a sign-in of the demo is missing');

async function linesOfStart(changes: Partial<typeof place> = {}): Promise<string[]> {
  const lines: string[] = [];
  await prepareDemo(world.platform(), { ...place, ...changes }, (line) => lines.push(line));
  return lines;
}

function showSignIn(origin: string, headers: Record<string, string> = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(`${origin}/sign-in`, { headers });
  asked.on('response', (answer) => void text(answer).then(resolve, reject));
  asked.on('error', reject).end();
  return promise;
}

function countShown(page: string): number {
  return (
    demo?.sign_ins.filter(({ email, password }) => page.includes(email) && page.includes(password)).length ??
    0
  );
}

test('a start prints the sign-ins of an admin, a member and staff, a later start prints them again', async () => {
  const sign_ins = demo.sign_ins.map(
    ({ role, email, password }) => `demo sign-in ${email} ${password} (${role})`,
  );
  assert.deepEqual(first.slice(0, 3), sign_ins);
  assert.match(first[3] ?? '', /^demo key tak_/);
  assert.deepEqual(
    demo.sign_ins.map(({ role }) => role),
    ['admin', 'member', 'staff'],
  );
  assert.deepEqual(await linesOfStart(), sign_ins);
});

test('the stored sign-ins are encrypted, and only the owner can read their file', async () => {
  const stored = await readFile(place.file, 'latin1');
  assert.equal(countShown(stored), 0);
  assert.equal((await stat(place.file)).mode & 0o777, 0o600);
  assert.equal(await readDemoAccount({ ...place, box: createSecretBox(Buffer.alloc(32, 9)) }), undefined);
  assert.equal(await readDemoAccount({ ...place, file: `${place.file}-missing` }), undefined);
});

test('a later start that other machines can reach prints and shows no sign-in', async () => {
  assert.deepEqual(await linesOfStart({ is_local: false }), []);
  assert.deepEqual((await readDemoAccount({ ...place, is_local: false }))?.sign_ins, []);
  const isLocal = (env: Record<string, string>) => demoPlaceOf(readConfig(env), box).is_local;
  for (const env of [{}, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:8080' }])
    assert.equal(isLocal(env), true, JSON.stringify(env));
  for (const env of [
    { HOST: '0.0.0.0' },
    { HOST: '127.0.0.1.example.com' },
    { PUBLIC_URL: 'https://ops.example.com' },
    { PUBLIC_URL: 'https://localhost.example.com' },
    { TRUST_PROXY: '1' },
  ])
    assert.equal(isLocal(env), false, JSON.stringify(env));
});

test('200 for the sign-in page of a local demo with three sign-ins, each of which works', async () => {
  const page = await showSignIn(local);
  assert.equal(countShown(page), 3);
  for (const { email, password, role } of demo.sign_ins) {
    const { body } = await (await consoleOf({ url: local }, { email, password })).get('/me');
    assert.deepEqual([body.role, body.account?.is_demo ?? null], [role, role === 'staff' ? null : true]);
  }
  const { admin: own } = await world.account();
  assert.equal((await (await consoleOf({ url: local }, own)).get('/me')).body.account.is_demo, false);
});

test('400 with the sign-ins again after a wrong password', async () => {
  const browser = openBrowser(local);
  const wrong = { email: admin.email, password: 'something else' };
  const { status, text: page } = await browser.submit(await browser.get('/sign-in'), '/sign-in', wrong);
  assert.deepEqual([status, countShown(page)], [400, 3]);
});

test('200 without any sign-in for the host name of another site, through a proxy, and for an installation without a demo', async () => {
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', '10.0.0.1'])
    assert.equal(countShown(await showSignIn(local, { host })), 0, host);
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]:8080'])
    assert.equal(countShown(await showSignIn(local, { host })), 3, host);
  for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])
    assert.equal(countShown(await showSignIn(local, { [name]: '203.0.113.7' })), 0, name);
  const page = await showSignIn(world.url);
  assert.equal(countShown(page), 0);
  assert.doesNotMatch(page, /demo/i);
  const { body } = await (await consoleOf(world, member)).get('/me');
  assert.equal(body.account.is_demo, false);
});

test('200 without the sign-in of a user who has changed the password', async () => {
  const browser = await consoleOf({ url: local }, member);
  const changed = { current_password: member.password, new_password: 'another horse battery' };
  noteSecret(changed.new_password);
  assert.equal((await browser.put('/password', changed)).status, 200);
  const page = await showSignIn(local);
  assert.equal(countShown(page), 2);
  assert.ok(!page.includes(member.password));
});
