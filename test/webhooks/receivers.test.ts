import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isGenuine } from '../../examples/receivers/verify.ts';
import {
  PYTHON_SIGNATURE_CHECK,
  STANDARD_WEBHOOKS_CHECK,
  TYPESCRIPT_SIGNATURE_CHECK,
} from '../../src/features/reference/verification.ts';
import { makeSigningSecret, signatureHeaders } from '../../src/features/webhooks/signing.ts';

const scratch = await mkdtemp(join(tmpdir(), 'receivers-'));
after(() => rm(scratch, { recursive: true, force: true }));
const secret = makeSigningSecret();
const body = JSON.stringify({ event: 'task.created', event_id: 'evt-1', data: { title: 'Grüße ✓' } });
const file = (name: string) => fileURLToPath(new URL(`../../examples/receivers/${name}`, import.meta.url));

type Delivery = { timestamp: string; signature: string; body: string };

function sign(sent_at = new Date()): Delivery {
  const headers = signatureHeaders(secret, body, sent_at);
  return {
    timestamp: headers['X-Webhook-Timestamp'] ?? '',
    signature: headers['X-Webhook-Signature'] ?? '',
    body,
  };
}

/** Signs the cases when they are sent, because building a program can take longer than a signature is valid. */
function cases(): [string, Delivery, boolean][] {
  const good = sign();
  return [
    ['an unchanged delivery', good, true],
    ['four minutes old', sign(new Date(Date.now() - 240_000)), true],
    ['six minutes old', sign(new Date(Date.now() - 360_000)), false],
    ['six minutes ahead', sign(new Date(Date.now() + 360_000)), false],
    ['another body', { ...good, body: `${body} ` }, false],
    ['another time', { ...good, timestamp: String(Number(good.timestamp) + 1) }, false],
    ['a truncated signature', { ...good, signature: good.signature.slice(2) }, false],
    ['no signature', { ...good, signature: '' }, false],
    ['a signature that is not hexadecimal', { ...good, signature: 'ü'.repeat(64) }, false],
    ['a time that is not a number', { ...good, timestamp: 'now' }, false],
  ];
}

test('the TypeScript example tells genuine deliveries from others', () => {
  for (const [what, delivery, genuine] of cases()) {
    assert.equal(isGenuine(secret, delivery, delivery.body), genuine, what);
  }
});

test('the Python example tells genuine deliveries from others', (t) => {
  runProgram(t, 'python3', [file('verify.py')]);
});

test('the Go example tells genuine deliveries from others', (t) => {
  const program = join(scratch, 'verify');
  const first = buildGo(program, {});
  // Uses the user's Go build cache if there is one; otherwise a temporary one.
  const built = first.status === 0 ? first : buildGo(program, { GOCACHE: join(scratch, 'cache') });
  if (built.error) return t.skip('no Go on this machine');
  assert.equal(built.status, 0, String(built.stderr));
  runProgram(t, program, []);
});

test('the PHP example tells genuine deliveries from others', (t) => {
  runProgram(t, 'php', [file('verify.php')]);
});

test('the Java example tells genuine deliveries from others', (t) => {
  const built = spawnSync('javac', ['-d', scratch, file('Verify.java')]);
  if (built.error) return t.skip('no Java on this machine');
  assert.equal(built.status, 0, String(built.stderr));
  runProgram(t, 'java', ['-cp', scratch, 'Verify']);
});

test('the plain Node example answers 204 to genuine deliveries and 401 to others', async () => {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' };
  const server = spawn(process.execPath, [file('server.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => server.kill());
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const [, port] = /^listening on port (\d+)$/.exec(line) ?? assert.fail(line);
  for (const [what, { timestamp, signature, body }, genuine] of cases()) {
    if (/[^\x20-\x7e]/.test(signature)) continue;
    const headers = { 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signature };
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    assert.equal(status, genuine ? 204 : 401, what);
  }
});

const COMPARISONS: [where: string, text: string, comparison: RegExp][] = [
  ...Object.entries({
    'Verify.java': /return MessageDigest\.isEqual\(/,
    'server.mjs': /return .*timingSafeEqual\(/,
    'verify.go': /return .*hmac\.Equal\(/,
    'verify.php': /return hash_equals\(/,
    'verify.py': /return hmac\.compare_digest\(/,
    'verify.ts': /return .*timingSafeEqual\(/,
  }).map(([name, comparison]): [string, string, RegExp] => [
    name,
    readFileSync(file(name), 'utf8'),
    comparison,
  ]),
  ['the reference in TypeScript', TYPESCRIPT_SIGNATURE_CHECK, /return timingSafeEqual\(/],
  ['the reference in Python', PYTHON_SIGNATURE_CHECK, /return hmac\.compare_digest\(/],
  ['the reference for Standard Webhooks', STANDARD_WEBHOOKS_CHECK, /return .*timingSafeEqual\(/],
];

for (const [where, text, comparison] of COMPARISONS)
  test(`the receiver of ${where} compares in constant time`, () => assert.match(text, comparison));

test('every example of a receiver is tested', () => {
  const compared = COMPARISONS.map(([where]) => where);
  assert.deepEqual(
    readdirSync(file('')).filter((name) => !compared.includes(name)),
    [],
  );
});

function buildGo(program: string, settings: Record<string, string>) {
  const env = { ...process.env, GOFLAGS: '-mod=mod', ...settings };
  return spawnSync('go', ['build', '-o', program, file('verify.go')], { env, cwd: scratch });
}

function runProgram(t: TestContext, program: string, args: string[]): void {
  for (const [what, delivery, genuine] of cases()) {
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    const words = [...args, delivery.timestamp, delivery.signature];
    const run = spawnSync(program, words, { env, input: delivery.body });
    if (run.error) return t.skip(`no ${program} on this machine`);
    assert.equal(
      String(run.stdout).trim(),
      genuine ? 'genuine' : 'refused',
      `${what}: ${String(run.stderr)}`,
    );
  }
}
