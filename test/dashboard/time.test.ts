import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { formatCountdown } from '../../dashboard/format/time.ts';
import { formatTime } from '../../dashboard/format/format.ts';
import { exactTime, relativeTime, shortDate } from '../../dashboard/format/time.ts';

const BROKEN = '10000-01-0T 04:59:59.000Z';

test('an invalid time is shown unchanged', () => {
  for (const show of [exactTime, relativeTime, shortDate, (time: string) => formatTime('date', time)]) {
    assert.equal(show(BROKEN), BROKEN);
  }
  // Control: `toISOString` throws for this time.
  assert.throws(() => new Date(BROKEN).toISOString(), RangeError);
});

test('a time is shown in a readable form', () => {
  assert.equal(exactTime('2026-03-02T09:00:00.000Z'), '2026-03-02 09:00:00 UTC');
  assert.equal(relativeTime('2026-03-02T09:00:00.000Z', Date.parse('2026-03-02T09:05:00.000Z')), '5 min ago');
  assert.equal(shortDate('1999-12-31T23:59:59.999Z'), 'Dec 31, 1999');
  assert.equal(formatTime('date', '9999-12-31T23:59:59.999Z'), 'Dec 31, 9999');
});

test('a time in the future is never shown as past', () => {
  const due = '2026-03-02T09:10:00.000Z';
  const at = (seconds: number) => Date.parse(due) - seconds * 1_000;
  const said = [7_200, 250, 60, 41.2, 0.4, 0, -30].map((seconds) => formatCountdown(due, at(seconds)));
  assert.deepEqual(said, ['in 2 hr', 'in 4 min 10 s', 'in 1 min 0 s', 'in 42 s', 'in 1 s', 'now', 'now']);
  assert.equal(relativeTime(due, at(0.4)), 'in a few seconds');
  assert.equal(formatCountdown(BROKEN), BROKEN);
  // Control: the relative time would show a due attempt as past.
  assert.equal(relativeTime(due, at(-30)), 'just now');
});

test('the current time is shown in the language of the page', () => {
  // This runs in a separate process, because modules read texts once, when they are loaded.
  const module = new URL('../../dashboard/format/time.ts', import.meta.url).href;
  const script = `
    globalThis.texts = { now: 'jetzt' };
    const { formatCountdown } = await import(${JSON.stringify(module)});
    process.stdout.write(formatCountdown('2026-03-02T09:10:00.000Z'))`;
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString(), 'jetzt');
});

test('German abbreviations keep their point', () => {
  const module = new URL('../../dashboard/format/time.ts', import.meta.url).href;
  const script = `
    globalThis.document = { documentElement: { lang: 'de' } };
    const { relativeTime } = await import(${JSON.stringify(module)});
    process.stdout.write(relativeTime('2026-03-02T09:00:00.000Z', Date.parse('2026-03-02T12:00:00.000Z')))`;
  assert.equal(
    execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString(),
    'vor 3 Std.',
  );
});
