import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declareFiles } from './series.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Declares tests of the API again, with the restricted database role. */
export function declareRestrictedRoleTests(suites: readonly string[]): void {
  process.env['ROW_SECURITY'] = 'on';
  declareFiles(suites.flatMap(findFiles));
}

function findFiles(suite: string): string[] {
  const found = globSync(`test/${suite}.test.ts`, { cwd: ROOT }).toSorted();
  assert.ok(found.length > 0, suite);
  return found;
}
