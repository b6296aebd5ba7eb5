import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TAR_END, tarHeader, tarPadding } from '../../src/lib/files/tar.ts';
import { compileSdk, type PackageFiles } from './compile.ts';

/** The fixed modification time that npm sets for packed files, so that equal sources produce identical bytes. */
const CHANGED_AT = new Date('1985-10-26T08:15:00Z');
const READABLE_BY_ALL = 0o644;

/** Packs the TypeScript SDK into a tarball, like `npm pack`. */
export async function packForNpm(root: string): Promise<Buffer> {
  const files: PackageFiles = new Map();
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    files.set(name, readFileSync(join(root, 'sdk', name)));
  for (const [name, content] of await compileSdk(root)) files.set(name, content);
  const parts = [...files].flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = tarHeader(`package/${name}`, bytes.length, {
      changed_at: CHANGED_AT,
      mode: READABLE_BY_ALL,
    });
    return [header, bytes, tarPadding(bytes.length)];
  });
  return gzipSync(Buffer.concat([...parts, TAR_END]), { level: 9 });
}
