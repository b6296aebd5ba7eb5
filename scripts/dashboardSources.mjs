// This file must parse on Node 18, like every script that runs before the locked Node is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The file in which the build stores the hash of its sources. */
export const STAMP = 'sources.txt';

/** True if the build is up to date, or if there is no dashboard to build. */
export function isDashboardBuilt(root) {
  const folder = path.join(root, 'dashboard');
  if (!existsSync(path.join(folder, 'index.html'))) return true;
  try {
    return readFileSync(path.join(folder, 'dist', STAMP), 'utf8') === hashSources(root);
  } catch {
    return false;
  }
}

/**
 * Inputs of the build: the dashboard, modules that it shares with the service, and the SDKs that are served as
 * packages.
 */
const SOURCES = [
  'dashboard',
  'src/lib/concurrency/backoff.ts',
  'src/lib/text/language.ts',
  'src/lib/text/translation.ts',
  'src/lib/time/clock.ts',
  'sdk/src',
  'sdk/package.json',
  'sdk/README.md',
  'sdk/python/src/tenant_ops',
  'sdk/python/pyproject.toml',
  'sdk/python/README.md',
  'package-lock.json',
];

/** Hashes all inputs of the build: the sources, and the versions of the packages. */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const file of listDashboardSources(root)) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

export function listDashboardSources(root) {
  const texts = listSources(path.join(root, 'src/access')).filter((file) => TEXTS.test(file));
  return [...SOURCES.flatMap((source) => listSources(path.join(root, source))), ...texts];
}

/** Matches the translations of the names of scopes, such as `src/access/de.ts`, which the build contains. */
const TEXTS = /[\\/][a-z]{2}\.ts$/;
const MADE = /^(?:dist|__pycache__$)/;

function listSources(source) {
  if (!existsSync(source)) return [];
  if (statSync(source).isFile()) return [source];
  const entries = readdirSync(source, { withFileTypes: true }).filter(({ name }) => !MADE.test(name));
  // Node 18 has no `toSorted`.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => listSources(path.join(source, entry.name)));
}
