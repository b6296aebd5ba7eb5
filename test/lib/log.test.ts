import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLog, withoutRedaction } from '../../src/lib/log.ts';

test('secrets are redacted up to three levels of members deep, except in lines that are exempt', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const told = { token: 'a', call: { password: 'b', headers: { authorization: 'c' } }, title: 'Oil' };
  log.info(told, 'searched');
  withoutRedaction(log).info(told, 'not searched');
  log.child({ secret: 'd' }).info('searched');

  const [searched, plain, child] = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    { token: searched.token, call: searched.call, title: searched.title },
    {
      token: '[redacted]',
      call: { password: '[redacted]', headers: { authorization: '[redacted]' } },
      title: 'Oil',
    },
  );
  assert.deepEqual({ token: plain.token, call: plain.call }, { token: told.token, call: told.call });
  assert.equal(child.secret, '[redacted]');
});

const LOGGING = `
  import { createLog } from '${new URL('../../src/lib/log.ts', import.meta.url).href}';
  createLog('info').info('first');`;

test('log lines go to standard output, including the last ones before the process ends', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', LOGGING]);
  const [lines, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(JSON.parse(lines).msg, 'first');
  assert.equal(errors, '');
});

const FLOODING = `
  import { createLog } from '${new URL('../../src/lib/log.ts', import.meta.url).href}';
  const log = createLog('info');
  for (let line = 0; line < 5_000; line++) log.info({ text: 'x'.repeat(200) }, 'much');
  setTimeout(() => process.exit(3), 200);`;

test('a process ends with its own exit code if the reader of its log is gone', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', FLOODING]);
  const errors = text(child.stderr);
  child.stdout.destroy();
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(300_000) });
  assert.deepEqual([code, await errors], [3, '']);
});
