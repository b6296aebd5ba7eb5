import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { lazy } from '../../lib/concurrency/lazy.ts';
import { fixedBytes, type FixedText } from '../../lib/http/page.ts';

/** Path of the packages of the SDKs, and of the page that lists them. */
export const PACKAGES_PATH = '/sdk';

export type Package = {
  path: string;
  name: string;
  /** Reads the file for the first request. */
  findContent: () => FixedText;
};

const BUILT = fileURLToPath(new URL('../../../dashboard/dist/packages', import.meta.url));

const TYPES: readonly [suffix: string, type: string][] = [
  ['.tgz', 'application/gzip'],
  ['.whl', 'application/octet-stream'],
];

/** The packages that were built with the dashboard; none where nothing was built. */
export function listPackages(): Package[] {
  const names = existsSync(BUILT) ? readdirSync(BUILT).toSorted() : [];
  return names.map((name) => {
    const [, type = ''] = TYPES.find(([suffix]) => name.endsWith(suffix)) ?? [];
    const findContent = lazy(() => fixedBytes(type, readFileSync(join(BUILT, name))));
    return { path: `${PACKAGES_PATH}/${name}`, name, findContent };
  });
}

/** The checksums in the format that `sha256sum --check` reads. */
export function listChecksums(packages: readonly Package[]): string {
  return packages.map((one) => `${checksumOf(one)}  ${one.name}\n`).join('');
}

/** The page of the packages in Markdown. Its links carry checksums that pip compares. */
export function describePackages(packages: readonly Package[], origin: string): string {
  const [npm, wheel] = ['.tgz', '.whl'].map((suffix) => packages.find(({ name }) => name.endsWith(suffix)));
  if (!npm || !wheel) return NOT_BUILT;
  return `# Packages

This installation serves its SDKs and the command line in the version that it runs. They are not published on npm or
PyPI: a package with this name there is not ours.

## TypeScript and JavaScript

\`\`\`sh
npm install ${origin}${npm.path}
\`\`\`

Read [TypeScript](/docs/guides/typescript) for a first program.

## Python

\`\`\`sh
pip install ${origin}${wheel.path}
\`\`\`

Read [Python](/docs/guides/python) for a first program.

## Command line

\`\`\`sh
npx ${origin}${npm.path} login --url ${origin} < key.txt
\`\`\`

\`npm install --global\` with the same address installs the command \`tenant-ops\`.

## Checksums

| File | Bytes | SHA-256 |
| --- | --- | --- |
${packages.map(describeFile).join('\n')}

[SHA256SUMS](${PACKAGES_PATH}/SHA256SUMS) is the list for \`sha256sum --check\`.
`;
}

function describeFile(one: Package): string {
  const sha256 = checksumOf(one);
  return `| [${one.name}](${one.path}#sha256=${sha256}) | ${one.findContent().bytes.length} | \`${sha256}\` |`;
}

function checksumOf({ findContent }: Package): string {
  return createHash('sha256').update(findContent().bytes).digest('hex');
}

const NOT_BUILT = `# Packages

The packages are not built: start the service with \`npm start\`.
`;
