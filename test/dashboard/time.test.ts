import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { formatCountdown } from '../../dashboard/format/time.ts';
import { formatTime } from '../../dashboard/format/format.ts';
import { exactTime, relativeTime, shortDate } from '../../dashboard/format/time.ts';

const BROKEN = '10000-01-0T 04:59:59.000Z';

test('a text that is no time is shown as it is', () => {
  for (const show of [exactTime, relativeTime, shortDate, (time: string) => formatTime('date', time)]) {
    assert.equal(show(BROKEN), BROKEN);
  }
  // Control: the plain way throws.
  assert.throws(() => new Date(BROKEN).toISOString(), RangeError);
});

test('a time is shown for people', () => {
  assert.equal(exactTime('2026-03-02T09:00:00.000Z'), '2026-03-02 09:00:00 UTC');
  assert.equal(relativeTime('2026-03-02T09:00:00.000Z', Date.parse('2026-03-02T09:05:00.000Z')), '5 min ago');
  assert.equal(shortDate('1999-12-31T23:59:59.999Z'), 'Dec 31, 1999');
  assert.equal(formatTime('date', '9999-12-31T23:59:59.999Z'), 'Dec 31, 9999');
});

test('what is to come is counted down and never said to be past', () => {
  const due = '2026-03-02T09:10:00.000Z';
  const at = (seconds: number) => Date.parse(due) - seconds * 1_000;
  const said = [7_200, 250, 60, 41.2, 0.4, 0, -30].map((seconds) => formatCountdown(due, at(seconds)));
  assert.deepEqual(said, ['in 2 hr', 'in 4 min 10 s', 'in 1 min 0 s', 'in 42 s', 'in 1 s', 'now', 'now']);
  assert.equal(relativeTime(due, at(0.4)), 'in a few seconds');
  assert.equal(formatCountdown(BROKEN), BROKEN);
  // Control: what says how long ago something was would call a due attempt past.
  assert.equal(relativeTime(due, at(-30)), 'just now');
});

test('what is due now is said in the language of the page', () => {
  // Texts are chosen when they are loaded, once in a process.
  const module = new URL('../../dashboard/format/time.ts', import.meta.url).href;
  const script = `
    globalThis.texts = { german: { now: 'jetzt' } };
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
