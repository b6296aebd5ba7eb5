import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explainUnsupportedMachine, type Machine } from '../../scripts/platform.mjs';

const LINUX: Machine = { platform: 'linux', arch: 'x64', is_musl: false, node: '18.0.0' };
const NEW = '24.0.0';
const URL = 'postgres://db.example/ops';

/** The machine, DATABASE_URL, and the expected error; undefined if the service starts. */
const MACHINES: [string, Partial<Machine>, string | undefined, RegExp | undefined][] = [
  ['Linux x64 with an old Node', {}, undefined, undefined],
  ['Linux arm64 with an old Node', { arch: 'arm64' }, undefined, undefined],
  [
    'macOS with an old Node',
    { platform: 'darwin', arch: 'arm64' },
    URL,
    /^macOS: this is Node 18\.0\.0; install Node 24 with "brew install node@24"/,
  ],
  ['macOS with Node 24', { platform: 'darwin', arch: 'arm64', node: NEW }, undefined, undefined],
  [
    'Windows without a database',
    { platform: 'win32' },
    undefined,
    /^Windows: set DATABASE_URL .*, or start in WSL/,
  ],
  ['Windows with a database', { platform: 'win32' }, URL, undefined],
  [
    'Windows arm64 with an old Node',
    { platform: 'win32', arch: 'arm64' },
    URL,
    /^Windows: .* install Node 24 with "winget/,
  ],
  [
    'Alpine with an old Node',
    { is_musl: true },
    URL,
    /^Alpine: .* install Node 24 with "apk add nodejs npm"/,
  ],
  ['Alpine without a database', { is_musl: true, node: NEW }, undefined, /^Alpine: set DATABASE_URL /],
  ['Alpine with a database', { is_musl: true, node: NEW }, URL, undefined],
  ['another processor', { arch: 'ppc64', node: NEW }, URL, /^linux-ppc64 is not supported: /],
  ['another system', { platform: 'freebsd', node: NEW }, URL, /^freebsd-x64 is not supported: /],
];

for (const [name, machine, database_url, refusal] of MACHINES)
  test(`${refusal ? 'rejected' : 'started'}: ${name}`, () => {
    const said = explainUnsupportedMachine({ ...LINUX, ...machine }, { needs_database: true, database_url });
    if (refusal) assert.match(said ?? '', refusal);
    else assert.equal(said, undefined);
    assert.ok(!said?.includes('\n'));
  });

test('a command without the service needs no embedded database for this platform', () => {
  const alpine = { ...LINUX, is_musl: true, node: NEW };
  assert.equal(
    explainUnsupportedMachine(alpine, { needs_database: false, database_url: undefined }),
    undefined,
  );
});

test('scripts of package.json run in cmd as well as in sh', () => {
  const { scripts } = JSON.parse(
    readFileSync(new globalThis.URL('../../package.json', import.meta.url), 'utf8'),
  );
  for (const [name, command] of Object.entries<string>(scripts))
    assert.match(
      command,
      /^(?:node|oxfmt|oxlint|tsc)(?: [\w./:=-]+)*(?: && (?:oxfmt|oxlint|tsc)(?: [\w./:=-]+)*)*$/,
      name,
    );
});
