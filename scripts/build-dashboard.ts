import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { hashSources, STAMP } from './dashboardSources.mjs';
import { bundleCommandLine } from './packages/compile.ts';
import { packForNpm } from './packages/npm.ts';
import { packWheel } from './packages/wheel.ts';

/*
 * Builds the dashboard and the SDK packages that the service serves under /sdk. The build is written to a separate
 * folder and replaces the old build at the end, so that a running server always has a complete build.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dashboard', 'dist');
const fresh = `${dist}.${process.pid}`;

try {
  const sources = hashSources(root);
  await build({
    configFile: path.join(root, 'dashboard', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh },
  });
  await compressAll(path.join(fresh, 'assets'));
  await writePackages(path.join(fresh, 'packages'));
  await writeFile(path.join(fresh, STAMP), sources);
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
} finally {
  await rm(fresh, { recursive: true, force: true });
}

async function writePackages(folder: string): Promise<void> {
  const wheel = packWheel(root);
  await mkdir(folder);
  await writeFile(path.join(folder, 'tenant-ops.tgz'), await packForNpm(root));
  await writeFile(path.join(folder, 'tenant-ops.mjs'), await bundleCommandLine(root));
  await writeFile(path.join(folder, wheel.name), wheel.bytes);
}

async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
  await Promise.all(names.map((name) => compress(path.join(folder, name))));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
