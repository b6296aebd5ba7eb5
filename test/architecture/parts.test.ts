import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { domainWordFaults, PARTS, libraryPartFaults } from './parts.ts';
import { readSource, readSources } from './sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const sources = readSources('{src,cli,scripts,sim,lab}/**/*.ts');

test('parts of lib have a README and are imported by their entry', () => {
  assert.deepEqual(sources.flatMap(libraryPartFaults), []);
  const files = Object.entries(PARTS).flatMap(([folder, entry]) => [`${folder}/README.md`, entry]);
  for (const file of files) assert.ok(existsSync(join(ROOT, file)), file);
});

test('an import past the entry of a part is detected', () => {
  const text = `import { Pool } from '../../lib/sql/driver/pool.ts'; new Pool();`;
  assert.equal(libraryPartFaults(readSource('src/features/tasks/a.ts', text)).length, 1);
  const entry = `import { connect } from '../../lib/sql/sql.ts'; connect();`;
  assert.equal(libraryPartFaults(readSource('src/features/tasks/a.ts', entry)).length, 0);
});

test('lib contains no word of the domain', () => assert.deepEqual(sources.flatMap(domainWordFaults), []));

test('a word of the domain in lib is detected', () => {
  assert.equal(
    domainWordFaults(readSource('src/lib/text/a.ts', '/** The seats of an account. */')).length,
    1,
  );
  assert.equal(domainWordFaults(readSource('src/features/seats/a.ts', '/** The seats. */')).length, 0);
});
