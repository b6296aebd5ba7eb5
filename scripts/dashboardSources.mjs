// Must parse on Node 18, as what starts everything does.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** One text for everything that the build is made from: the sources, and the versions of the packages. */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const file of [...listSources(path.join(root, 'dashboard')), path.join(root, 'package-lock.json')]) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function listSources(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('dist'));
  // Node 18 cannot sort into a new list.
  // oxlint-disable-next-line unicorn/no-array-sort
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? listSources(full) : [full];
  });
}
