/*
 * npm run release -- 0.2.0: writes the version into the service and both SDKs, dates the changelog, commits and tags.
 * All checks run before the first change, and nothing is pushed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLater, readVersions, writeVersions } from './release/versions.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const UNRELEASED = '## [Unreleased]\n';

class ReleaseError extends Error {}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function release(version: string): void {
  const tag = `v${version}`;
  assertMayRelease(version, tag);
  const files = writeVersions(ROOT, version);
  const today = new Date().toISOString().slice(0, 10);
  const changelog = readFileSync(CHANGELOG, 'utf8');
  writeFileSync(CHANGELOG, changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`));
  git('add', ...files, 'CHANGELOG.md');
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--message', `Tenant Ops ${version}`);
  process.stdout.write(`Tagged ${tag}. Next: git push --follow-tags, then npm run archive.\n`);
}

function assertMayRelease(version: string, tag: string): void {
  if (!/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.test(version))
    throw new ReleaseError('Usage: npm run release -- MAJOR.MINOR.PATCH');
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError('The work tree has changes: commit or stash them first.');
  const versions = readVersions(ROOT);
  const [first = { file: '', version: '' }] = versions;
  if (versions.some((one) => one.version !== first.version)) {
    const named = versions.map((one) => `${one.file} ${one.version}`).join(', ');
    throw new ReleaseError(`The versions disagree: ${named}. Make them the same first.`);
  }
  if (!isLater(version, first.version))
    throw new ReleaseError(`${version} is not later than ${first.version}, the version of the work tree.`);
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists already.`);
  const [, unreleased = ''] = readFileSync(CHANGELOG, 'utf8').split(UNRELEASED);
  if (!/^- /m.test(unreleased.split('\n## ')[0] ?? ''))
    throw new ReleaseError(
      'CHANGELOG.md has nothing under [Unreleased]: say what changes for operators and API users.',
    );
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
