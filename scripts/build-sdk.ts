/* Compiles the TypeScript SDK into sdk/dist, which `npm pack` and `npm publish` read. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSdk } from './packages/compile.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

await rm(path.join(root, 'sdk/dist'), { recursive: true, force: true });
for (const [name, content] of await compileSdk(root)) {
  const file = path.join(root, 'sdk', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
