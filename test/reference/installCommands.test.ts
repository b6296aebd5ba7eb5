/*
 * The package names are not registered with npm or PyPI, so anyone could register them and collect the API keys of
 * users who install by name. Every instruction must install from this service or from a checkout.
 */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMANDS, listCommands } from '../../cli/commands.ts';
import { helpOf } from '../../cli/help.ts';
import { runCommand } from '../../sdk/src/cli/run.ts';
import { NOUNS } from '../../sdk/src/cli/verbs.ts';
import { GUIDE_PAGE_NAMES } from '../../src/features/reference/guides/catalogue.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const INSTALLERS =
  /\b(?:npx|bunx|uvx|pnpx|npm (?:i|install|add|exec|x)|(?:pnpm|yarn|bun|deno|poetry|uv) (?:add|dlx|x)|(?:pip3?|pipx|uv pip) (?:install|run))\b([^\n`'"<|&;]*)/g;
const OWN_NAME = /^(?:npm:)?tenant[-_]ops(?:@.*|[=~<>].*|\[.*)?$/;

/** Returns the instructions in a text that install a package of this project from a registry. */
function registryInstalls(text: string): string[] {
  return [...text.matchAll(INSTALLERS)]
    .filter(([, words = '']) => words.split(/\s+/).some((word) => OWN_NAME.test(word)))
    .map(([instruction]) => instruction.trim());
}

const REFUSED = [
  'npm install tenant-ops',
  'npm install --global tenant-ops@latest',
  'npx tenant-ops login',
  'npx --yes tenant-ops',
  'pip install tenant-ops',
  'python -m pip3 install tenant_ops==1.0',
  'uv add tenant-ops',
  'deno add npm:tenant-ops',
];
const ACCEPTED = [
  'npm install https://ops.example.com/sdk/tenant-ops.tgz',
  'npx https://ops.example.com/sdk/tenant-ops.tgz login',
  'pip install https://ops.example.com/sdk/tenant_ops-0.1.0-py3-none-any.whl',
  'npm install ./tenant-ops/sdk/tenant-ops-0.1.0.tgz',
  'pip install ./tenant-ops/sdk/python',
  'tenant-ops login',
  'npm install express',
  "import { TenantOps } from 'tenant-ops'",
];

test('control: an instruction to install by package name is detected, one to install a file is not', () => {
  for (const text of REFUSED) assert.equal(registryInstalls(text).length, 1, text);
  for (const text of ACCEPTED) assert.deepEqual(registryInstalls(text), [], text);
});

test('no file of the project installs our packages by name', async () => {
  const files = await Array.fromAsync(
    glob('**/*.{md,ts,tsx,py,toml,json,yaml}', {
      cwd: ROOT,
      exclude: (name) => /(?:^|\/)(?:node_modules|dist|data)(?:\/|$)|installCommands\.test\.ts$/.test(name),
    }),
  );
  assert.ok(files.length > 1_000);
  // The changelog may mention old instructions.
  for (const name of files.filter((one) => one !== 'CHANGELOG.md'))
    assert.deepEqual(registryInstalls(await readFile(ROOT + name, 'utf8')), [], name);
});

test('no page of the reference and no help of a command line installs our packages by name', async () => {
  const texts = [
    '/docs',
    '/llms.txt',
    '/v1/openapi.json',
    ...GUIDE_PAGE_NAMES.map((name) => `/docs/guides/${name}`),
  ];
  for (const path of texts) {
    const { status, text } = await world.nobody.get(path);
    assert.equal(status, 200, path);
    assert.deepEqual(registryInstalls(text.replaceAll(/<[^>]*>/g, '').replaceAll('&#39;', "'")), [], path);
  }
  for (const noun of ['', ...NOUNS]) {
    const { out } = await runCommand(noun === '' ? [] : [noun], { env: {}, call: 'tenant-ops' });
    assert.deepEqual(registryInstalls(out), [], noun);
  }
  for (const noun of Object.keys(COMMANDS))
    assert.deepEqual(registryInstalls(helpOf(await listCommands(noun))), [], noun);
});
