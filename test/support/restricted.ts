import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declareFiles } from './series.ts';
import { shardOf } from './shards.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Declares tests of the API again, with the restricted database role. Files that measure time are declared by a file
 * of their own shard, which may be repeated.
 */
export function declareRestrictedRoleTests(
  suites: readonly string[],
  of: 'timing' | 'others' = 'others',
): void {
  process.env['ROW_SECURITY'] = 'on';
  const isIncluded = (file: string) => (shardOf(file).name === 'timing') === (of === 'timing');
  declareFiles(suites.flatMap(findFiles).filter(isIncluded));
}

function findFiles(suite: string): string[] {
  const found = globSync(`test/${suite}.test.ts`, { cwd: ROOT }).toSorted();
  assert.ok(found.length > 0, suite);
  return found;
}
