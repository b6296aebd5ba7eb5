import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { PackageFiles } from './compile.ts';

/** Packs the Python SDK as a wheel, because pip installs a wheel without running code from the package. */
export function packWheel(root: string): { name: string; bytes: Buffer } {
  const folder = join(root, 'sdk/python');
  const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8');
  const version = memberOf(project, 'version');
  const files: PackageFiles = new Map();
  for (const name of globSync('tenant_ops/{*.py,py.typed}', { cwd: join(folder, 'src') }).toSorted())
    files.set(name, readFileSync(join(folder, 'src', name)));

  const about = `tenant_ops-${version}.dist-info`;
  files.set(`${about}/METADATA`, describe(project, readFileSync(join(folder, 'README.md'), 'utf8')));
  files.set(`${about}/WHEEL`, WHEEL);
  files.set(`${about}/licenses/LICENSE`, readFileSync(join(folder, 'LICENSE')));
  const record = [...files].map(
    ([name, content]) => `${name},sha256=${digest(content)},${Buffer.byteLength(content)}`,
  );
  files.set(`${about}/RECORD`, `${[...record, `${about}/RECORD,,`].join('\n')}\n`);
  return { name: `tenant_ops-${version}-py3-none-any.whl`, bytes: zip(files) };
}

/**
 * Creates a zip file. Each entry has the earliest time that the format allows, so that equal files produce identical
 * bytes.
 */
function zip(files: PackageFiles): Buffer {
  const entries = [...files].map(([name, content]) => [name, Buffer.from(content)] as const);
  return Buffer.from(
    zipSync(Object.fromEntries(entries), {
      level: 9,
      mtime: new Date(1980, 0, 1),
      os: UNIX,
      attrs: READABLE_BY_ALL * 0x10000,
    }),
  );
}

const UNIX = 3;
const READABLE_BY_ALL = 0o100644;

const WHEEL = 'Wheel-Version: 1.0\nGenerator: tenant-ops\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

function describe(project: string, readme: string): string {
  const head = [
    'Metadata-Version: 2.4',
    `Name: ${memberOf(project, 'name')}`,
    `Version: ${memberOf(project, 'version')}`,
    `Summary: ${memberOf(project, 'description')}`,
    `License-Expression: ${memberOf(project, 'license')}`,
    'License-File: LICENSE',
    'Classifier: Typing :: Typed',
    `Requires-Python: ${memberOf(project, 'requires-python')}`,
    'Description-Content-Type: text/markdown',
  ];
  return `${head.join('\n')}\n\n${readme}`;
}

function memberOf(project: string, name: string): string {
  const value = new RegExp(`^${name} = "([^"]+)"$`, 'm').exec(project)?.[1];
  if (value === undefined) throw new Error(`sdk/python/pyproject.toml has no ${name}`);
  return value;
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
