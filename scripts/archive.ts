/*
 * npm run archive: packs the sources of the current commit and the built dashboard into one file, so that an
 * installation does not have to build the dashboard.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from './dashboardSources.mjs';
import { readVersions } from './release/versions.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

if (git('status', '--porcelain') !== '') fail('The work tree has changes: commit or stash them first.');
if (!isDashboardBuilt(ROOT)) fail('The dashboard is not built from these sources: run npm run archive.');

const name = `tenant-ops-${readVersions(ROOT)[0]?.version}`;
const file = `${name}.tar.gz`;
git('archive', '--format=tar.gz', `--output=${file}`, ...addBuiltFiles(), `--prefix=${name}/`, 'HEAD');
process.stdout.write(`${file}\n`);

/**
 * Returns the options of `git archive` for the built files. An option `--prefix` sets the folder of the added files
 * that follow it.
 */
function addBuiltFiles(): string[] {
  const files = readdirSync(join(ROOT, 'dashboard/dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  return files.flatMap((one) => [`--prefix=${name}/${dirname(one)}/`, `--add-file=${one}`]);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
