// Must parse on Node 18, as what starts everything does.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where the build notes what it was made from. */
export const STAMP = 'sources.txt';

/** Also where there is no dashboard to build. */
export function isDashboardBuilt(root) {
  const folder = path.join(root, 'dashboard');
  if (!existsSync(path.join(folder, 'index.html'))) return true;
  try {
    return readFileSync(path.join(folder, 'dist', STAMP), 'utf8') === hashSources(root);
  } catch {
    return false;
  }
}

/** The dashboard, and the SDKs that an installation serves as packages. */
const SOURCES = [
  'dashboard',
  'sdk/src',
  'sdk/package.json',
  'sdk/README.md',
  'sdk/python/src/tenant_ops',
  'sdk/python/pyproject.toml',
  'sdk/python/README.md',
  'package-lock.json',
];

/** One text for everything that the build is made from: the sources, and the versions of the packages. */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => listSources(path.join(root, source)))) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

const MADE = /^(?:dist|__pycache__$)/;

function listSources(source) {
  if (!existsSync(source)) return [];
  if (statSync(source).isFile()) return [source];
  const entries = readdirSync(source, { withFileTypes: true }).filter(({ name }) => !MADE.test(name));
  // Node 18 cannot sort into a new list.
  // oxlint-disable-next-line unicorn/no-array-sort
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => listSources(path.join(source, entry.name)));
}
