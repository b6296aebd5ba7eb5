import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { cleanUpAtEnd } from './cleanUp.ts';

/** Creates a directory for the test, removed when the test ends. */
export async function makeDirectory(t: TestContext, parent = tmpdir()): Promise<string> {
  const directory = await realpath(await mkdtemp(path.join(parent, 'postgres-test-')));
  cleanUpAtEnd(t, () => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}
