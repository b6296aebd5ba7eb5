/* Releases of a small repository that contains every place of the version. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hashSources, isDashboardBuilt, STAMP } from '../../scripts/dashboardSources.mjs';
import { isLater, readVersions } from '../../scripts/release/versions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAMING = [
  'package.json',
  'package-lock.json',
  'sdk/package.json',
  'sdk/python/pyproject.toml',
  'sdk/python/README.md',
  'sdk/src/version.ts',
  'sdk/python/src/tenant_ops/transport.py',
  'Dockerfile',
  'deploy/helm/tenant-ops/Chart.yaml',
];
const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A fault.\n\n## [0.1.0] - 2026-01-02\n\n- All.\n';

async function makeRepository(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'release-test-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  for (const name of [...NAMING, 'scripts']) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(root, '.gitignore'), 'dist/\n*.tar.gz\n');
  git(root, 'init', '--quiet');
  commitAll(root);
  return root;
}

function git(root: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

function commitAll(root: string): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'Change');
}

function run(root: string, script: string, ...args: string[]) {
  const names = { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada' };
  const addresses = { GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  const env = { ...process.env, ...names, ...addresses };
  return spawnSync(process.execPath, [join(root, 'scripts', script), ...args], { env, encoding: 'utf8' });
}

const changeFile = (root: string, name: string, before: string | RegExp, after: string) =>
  writeFileSync(join(root, name), readFileSync(join(root, name), 'utf8').replace(before, after));

test('every file of this checkout names the same version', () => {
  const versions = readVersions(ROOT);
  assert.equal(versions.length, 11);
  assert.equal(new Set(versions.map(({ version }) => version)).size, 1, JSON.stringify(versions));
});

test('a release writes every version, dates the changelog, commits and tags', async (t) => {
  const root = await makeRepository(t);

  const { status, stderr } = run(root, 'release.ts', '9.8.7');

  assert.equal(status, 0, stderr);
  assert.deepEqual([...new Set(readVersions(root).map(({ version }) => version))], ['9.8.7']);
  const today = new Date().toISOString().slice(0, 10);
  const released = `## [Unreleased]\n\n## [9.8.7] - ${today}\n\n### Fixed\n\n- A fault.\n`;
  assert.ok(readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(released));
  assert.equal(git(root, 'status', '--porcelain'), '');
  assert.equal(git(root, 'describe', '--exact-match'), 'v9.8.7');
  assert.equal(git(root, 'show', '--no-patch', '--format=%s'), 'Release 9.8.7');
});

const REFUSALS: [string, string, (root: string) => void, RegExp][] = [
  ['an invalid version', '1.0', () => {}, /^Usage: /],
  ['a version that is not later', '0.0.9', () => {}, /^0\.0\.9 is not later than /],
  [
    'a dirty work tree',
    '9.0.0',
    (root) => writeFileSync(join(root, 'new'), ''),
    /^The work tree has changes/,
  ],
  ['a tag that exists', '9.0.0', (root) => void git(root, 'tag', 'v9.0.0'), /^The tag v9\.0\.0 exists/],
  [
    'an SDK of another version',
    '9.0.0',
    (root) => {
      changeFile(root, 'sdk/python/pyproject.toml', /^version = .*$/m, 'version = "0.0.1"');
      commitAll(root);
    },
    /^The versions disagree: .*pyproject\.toml 0\.0\.1/,
  ],
  [
    'an empty changelog',
    '9.0.0',
    (root) => {
      changeFile(root, 'CHANGELOG.md', '- A fault.\n', '');
      commitAll(root);
    },
    /^CHANGELOG\.md has nothing under \[Unreleased\]/,
  ],
];

for (const [what, version, arrange, refusal] of REFUSALS)
  test(`a release is rejected without a change: ${what}`, async (t) => {
    const root = await makeRepository(t);
    arrange(root);
    const before = [git(root, 'rev-parse', 'HEAD'), git(root, 'status', '--porcelain')];

    const { status, stderr } = run(root, 'release.ts', version);

    assert.equal(status, 1);
    assert.match(stderr, refusal);
    assert.deepEqual([git(root, 'rev-parse', 'HEAD'), git(root, 'status', '--porcelain')], before);
  });

test('versions are compared by number', () => {
  assert.deepEqual(
    [
      isLater('0.10.0', '0.9.9'),
      isLater('1.0.0', '0.99.0'),
      isLater('0.1.1', '0.1.0'),
      isLater('0.1.0', '0.1.0'),
    ],
    [true, true, true, false],
  );
});

test('an archive has the commit and the built dashboard, and its start does not build again', async (t) => {
  const root = await makeRepository(t);
  for (const folder of ['dashboard/dist/assets', 'out']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'dashboard/index.html'), 'page');
  writeFileSync(join(root, 'out/.gitignore'), '*');
  commitAll(root);
  assert.match(run(root, 'archive.ts').stderr, /^The dashboard is not built/);
  writeFileSync(join(root, 'dashboard/dist/assets/main.js'), 'script');
  writeFileSync(join(root, 'dashboard/dist', STAMP), hashSources(root));

  const { status, stdout, stderr } = run(root, 'archive.ts');

  assert.equal(status, 0, stderr);
  execFileSync('tar', ['-xzf', join(root, stdout.trim()), '-C', join(root, 'out')]);
  const unpacked = join(root, 'out', stdout.trim().replace('.tar.gz', ''));
  assert.equal(readFileSync(join(unpacked, 'dashboard/dist/assets/main.js'), 'utf8'), 'script');
  assert.equal(isDashboardBuilt(unpacked), true);
  assert.equal(dirname(unpacked), join(root, 'out'));
});
