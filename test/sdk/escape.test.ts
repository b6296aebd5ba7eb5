/* Text from other people neither moves the terminal's cursor nor reorders text. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { escapeLine, escapeText } from '../../sdk/src/cli/escape.ts';
import { runCommand } from '../../sdk/src/cli/run.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).join('');
const HOSTILE = [range(0, 0x1f), range(0x7f, 0x9f), '\u061c\u200e\u200f\u2028\u2029', range(0x202a, 0x202e)]
  .concat(range(0x2066, 0x2069))
  .join('');
const SHOWN = '[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]';
const ONLY_SHOWN = new RegExp(`^(?:${SHOWN}|\\n)*$`, 'u');
const HARMLESS = 'Zoë 李雷 👩🏽‍🚀 می‌خواهم “x” \\ /';

/** A service that returns any given answer, like a compromised one. */
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const service = createServer((_request, response) => {
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
after(() => void service.close());
const { port } = service.address() as AddressInfo;
const env = { TENANT_OPS_URL: `http://127.0.0.1:${port}`, TENANT_OPS_KEY: 'tak_x' };
const run = (...words: string[]) => runCommand(words, { env, call: 'tenant-ops' });

const record = { id: HOSTILE, title: HOSTILE, [HOSTILE]: { [HOSTILE]: [HOSTILE] }, note: HARMLESS };

const ANSWERS: [string, { status: number; body: unknown }, string[]][] = [
  ['a table', { status: 200, body: { tasks: [record], total: HOSTILE } }, ['tasks', 'list']],
  ['a record', { status: 200, body: record }, ['tasks', 'create', '--title', 'A']],
  ['a refusal', { status: 400, body: { error: HOSTILE, message: HOSTILE } }, ['tasks', 'list']],
];

for (const [name, given, words] of ANSWERS) {
  test(`${name} is escaped, and as JSON it is the same value`, async () => {
    answer = given;
    const { out, err } = await run(...words);
    assert.match(out + err, ONLY_SHOWN);
    assert.match(out + err, /\\u001b/);
    const as_json = await run(...words, '--json');
    assert.match(as_json.out, ONLY_SHOWN);
    assert.equal(as_json.out.includes('\n'), false);
    if (given.status === 200) assert.deepEqual(JSON.parse(as_json.out), given.body);
    else assert.equal(JSON.parse(as_json.out).message, HOSTILE);
  });
}

test('an argument is escaped in the error about it', async () => {
  const { err } = await run(`x${HOSTILE}`);
  assert.match(err, ONLY_SHOWN);
  assert.match(err, /is no command/);
});

test('harmless text is unchanged', () => {
  assert.equal(escapeLine(HARMLESS), HARMLESS);
  assert.equal(escapeLine('a\r\nb\tc\u001b[31m\u202e'), 'a\\r\\nb\\tc\\u001b[31m\\u202e');
  assert.equal(escapeText('a\nb\tc\u009b'), 'a\nb\tc\\u009b');
});
