import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSources } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [named, limited] = [filesNamedIn('docs/mechanisms.md'), filesNamedIn('docs/limits.md')];

const USE =
  /new (?:Cache|AsyncCache|BatchWriter|Limiter|WakeSignal)(?:<[^(]*>)?\(|\bcoalesce\(\{|\bsweep<|\b(?:backoffMs|nextAttemptAt|createLocalEvent|createYielder)\(/;
/** The modules that implement the mechanisms. */
const HOMES = /^src\/lib\/concurrency\/(?:backoff|batchWriter|cache|localEvent|sweep|yielder)\.ts$/;

function filesNamedIn(page: string): Set<string> {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return new Set(Array.from(text.matchAll(/`((?:src|test|bench)\/[^`]+)`/g), ([, path = '']) => path));
}

/** Returns files that use a mechanism but are not named on the page of mechanisms. */
function unnamedUses(sources: readonly { path: string; text: string }[]): string[] {
  const uses = sources.filter(({ path, text }) => !HOMES.test(path) && USE.test(text));
  return uses.map(({ path }) => path).filter((path) => !named.has(path));
}

test('each file that the pages of mechanisms and of limits name exists', () => {
  assert.ok(named.size > 70, `${named.size}`);
  assert.ok(limited.size > 70, `${limited.size}`);
  assert.deepEqual(
    [...named, ...limited].filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
});

test('each use of a shared mechanism is on the page', () => {
  assert.deepEqual(unnamedUses(readSources('src/**/*.ts')), []);
});

test('control: a use that the page does not name is detected', () => {
  const uses = [
    'const known = new Cache<string, number>(10);',
    'const limiter = new Limiter({ most: 2 });',
    'const writer = new BatchWriter<Row>({ write });',
    'export const makeTask = coalesce({ run });',
    'const pause_ms = backoffMs(failures, PAUSE);',
    'const woken = new WakeSignal();',
  ];
  for (const text of uses) assert.deepEqual(unnamedUses([{ path: 'src/a.ts', text }]), ['src/a.ts']);
});
