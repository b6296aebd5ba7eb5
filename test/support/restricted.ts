import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declareFiles } from './series.ts';
import { shardOf } from './shards.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Declares tests of the API again, with the restricted database role. Files of the shard `timing` are left out, because
 * this run is not repeated.
 */
export function declareRestricted(suites: readonly string[]): void {
  process.env['ROW_SECURITY'] = 'on';
  declareFiles(suites.flatMap(findFiles));
}

function findFiles(suite: string): string[] {
  const found = globSync(`test/${suite}.test.ts`, { cwd: ROOT })
    .toSorted()
    .filter((file) => shardOf(file).attempts === 1);
  assert.ok(found.length > 0, suite);
  return found;
}
