/** A process with the demo keeps its sign-ins over a restart, and shows none without the demo. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDataDirectory, startServiceProcess } from '../support/service.ts';

const DATA_DIR = await freshDataDirectory();

async function seen(env: Record<string, string>) {
  const service = await startServiceProcess({ DATA_DIR, ...env });
  const page = await (await fetch(`${service.url}/sign-in`)).text();
  await service.end('SIGTERM');
  const printed = service.lines.filter((line) => line.startsWith('demo sign-in '));
  return { printed, shown: printed.filter((line) => page.includes(line.split(' ')[3] ?? '')).length, page };
}

test('a demo prints and shows three sign-ins at both starts, and none with DEMO=off', async () => {
  const first = await seen({ DEMO: 'on' });
  assert.deepEqual([first.printed.length, first.shown], [3, 3]);
  const second = await seen({ DEMO: 'on' });
  assert.deepEqual([second.printed, second.shown], [first.printed, 3]);
  const { printed, page } = await seen({ DEMO: 'off' });
  assert.deepEqual(printed, []);
  assert.doesNotMatch(page, /demo/i);
});
