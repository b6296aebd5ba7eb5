/* npm run archive: one file with the sources of the commit and the built dashboard, which a start need not build. */
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

/** Git puts each added file below the last prefix, under its own name. */
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
