import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declareFiles } from './series.ts';
import { shardOf } from './shards.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Tests of the API that run again with the restricted database role. Two files declare them, to run concurrently. */
const SUITES = {
  access: [
    'console/work',
    'access/*',
    'device/*',
    'inbound/*',
    'reports/*',
    'seats/*',
    'oauth/flow',
    'oauth/attacks.*',
    'signin/signIn',
    'signin/staff',
    'signin/secondFactor',
    'signin/links',
  ],
  // The tests of skill schemas are missing, because they use no database.
  work: [
    'sessions/*',
    'tasks/*',
    'users/*',
    'skills/databaseUnavailable',
    'skills/definitions',
    'skills/execute',
    'skills/failures',
    'skills/formFill',
    'skills/newReceiver',
    'skills/rejected',
    'forms/forms',
    'forms/list',
    'forms/submit',
    'knowledge/documents',
    'knowledge/platform',
    'webhooks/subscribe',
    'webhooks/log',
  ],
};

/** Declares one part of the suites, without the files that measure time. */
export function declareRestrictedRoleTests(part: keyof typeof SUITES): void {
  declareFilesWithRestrictedRole(SUITES[part].flatMap(findFiles).filter((file) => !isTiming(file)));
}

/** Declares the files of all suites that measure time. They belong to a shard that repeats failed files. */
export function declareRestrictedRoleTimings(): void {
  const files = Object.values(SUITES).flat().flatMap(findFiles).filter(isTiming);
  assert.ok(files.length > 0);
  declareFilesWithRestrictedRole(files);
}

function declareFilesWithRestrictedRole(files: readonly string[]): void {
  process.env['ROW_SECURITY'] = 'on';
  declareFiles(files);
}

function isTiming(file: string): boolean {
  return shardOf(file).name === 'timing';
}

function findFiles(suite: string): string[] {
  const found = globSync(`test/${suite}.test.ts`, { cwd: ROOT }).toSorted();
  assert.ok(found.length > 0, suite);
  return found;
}
