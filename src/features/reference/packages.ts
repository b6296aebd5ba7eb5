import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { lazy } from '../../lib/concurrency/lazy.ts';
import { fixedBytes, type FixedContent } from '../../lib/http/page.ts';

/** The path of the page that lists the SDK packages. The packages are served below it. */
export const SDK_PACKAGES_PATH = '/sdk';

export type SdkPackage = {
  path: string;
  name: string;
  /** Reads the file at the first request and caches it. */
  findContent: () => FixedContent;
};

const BUILT = fileURLToPath(new URL('../../../dashboard/dist/packages', import.meta.url));

const TYPES: readonly [suffix: string, type: string][] = [
  ['.tgz', 'application/gzip'],
  ['.whl', 'application/octet-stream'],
  ['.mjs', 'text/javascript'],
];

/** Lists the packages that were built together with the dashboard. Empty if the dashboard was not built. */
export function listSdkPackages(): SdkPackage[] {
  const names = existsSync(BUILT) ? readdirSync(BUILT).toSorted() : [];
  return names.map((name) => {
    const [, type = ''] = TYPES.find(([suffix]) => name.endsWith(suffix)) ?? [];
    const findContent = lazy(() => fixedBytes(type, readFileSync(join(BUILT, name))));
    return { path: `${SDK_PACKAGES_PATH}/${name}`, name, findContent };
  });
}

/** Formats the checksums for `sha256sum --check`. */
export function formatPackageChecksums(packages: readonly SdkPackage[]): string {
  return packages.map((one) => `${checksumOf(one)}  ${one.name}\n`).join('');
}

/** Describes the packages in Markdown. The links contain checksums that pip verifies. */
export function writePackagesMarkdown(packages: readonly SdkPackage[], origin: string): string {
  const [npm, wheel, script] = ['.tgz', '.whl', '.mjs'].map((suffix) =>
    packages.find(({ name }) => name.endsWith(suffix)),
  );
  if (!npm || !wheel || !script) return NOT_BUILT;
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

Without npm, download the same command as one file, which needs only Node 18 or newer:

\`\`\`sh
curl -fsSLo tenant-ops.mjs ${origin}${script.path}
node tenant-ops.mjs help
\`\`\`

## Checksums

| File | Bytes | SHA-256 |
| --- | --- | --- |
${packages.map(describeFile).join('\n')}

[SHA256SUMS](${SDK_PACKAGES_PATH}/SHA256SUMS) is the list for \`sha256sum --check\`.
`;
}

function describeFile(one: SdkPackage): string {
  const sha256 = checksumOf(one);
  return `| [${one.name}](${one.path}#sha256=${sha256}) | ${one.findContent().bytes.length} | \`${sha256}\` |`;
}

function checksumOf({ findContent }: SdkPackage): string {
  return createHash('sha256').update(findContent().bytes).digest('hex');
}

const NOT_BUILT = `# Packages

The packages are not built: start the service with \`npm start\`.
`;
