import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { readTexts } from '../support/languageTexts.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { GUIDE_NAMES } from '../../src/features/reference/contract.ts';
import { GUIDE_PAGE_NAMES, readGuideMarkdown } from '../../src/features/reference/guides/catalogue.ts';
import { createSeatWithoutToken, createSeatWithToken } from '../../src/features/seats/seats.ts';
import { createPairingCode } from '../../src/features/seats/pairing.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { adminBrowser, allowAccess, CALLBACK, makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';
import { assertOutputAsShown, runInShell, runSample, samplesOf, type Sample } from './support/samples.ts';

const TEXTS = new Set([...(await readTexts('de')).values()].flatMap((texts) => Object.keys(texts)));
const world = await openWorld();
const tenant = await world.account();
const { key: KEY } = await createKey(tenant.ctx(), { name: 'Guides', scopes: [...ALL_SCOPES] });
const { secret: INTEGRATION_SECRET } = await createIntegration(tenant.ctx(), { provider: 'erp' });
const wearer = { user_id: await tenant.user(), device_name: 'Glasses', roles: ['trainer' as const] };
const { device_token: DEVICE_TOKEN } = await createSeatWithToken(tenant.ctx(), wearer);
const { seat_id } = await createSeatWithoutToken(tenant.ctx(), { ...wearer, user_id: await tenant.user() });
const { code: CODE } = await createPairingCode(tenant.ctx(), seat_id);
const VARIABLES = { BASE: world.url, KEY, INTEGRATION_SECRET, DEVICE_TOKEN, CODE };
const hasCurl = (() => {
  try {
    return execFileSync('curl', ['--version']).length > 0;
  } catch {
    return false;
  }
})();

const readPage = async (path: string) => {
  const { status, text } = await world.nobody.get(path);
  assert.equal(status, 200, path);
  return text;
};

/** Returns the links of a page that are marked as current for assistive technology. */
const currentIn = (page: string) => page.match(/href="[^"]*" aria-current="[^"]*"/g) ?? [];

test('200 for the contents and every guide, with one title and the current entry marked', async () => {
  const index = await readPage('/docs/guides');
  assert.deepEqual(currentIn(index), ['href="/docs/guides" aria-current="true"']);
  for (const name of GUIDE_PAGE_NAMES) {
    const page = await readPage(`/docs/guides/${name}`);
    assert.equal(page.match(/<h1>/g)?.length, 1, name);
    assert.ok(index.includes(`href="/docs/guides/${name}"`), name);
    assert.deepEqual(currentIn(page), [
      'href="/docs/guides" aria-current="true"',
      `href="/docs/guides/${name}" aria-current="page"`,
    ]);
  }
});

test('every link and picture of a guide exists', async () => {
  const texts = new Map<string, string>();
  const read = async (path: string) => {
    const text = texts.get(path) ?? (await readPage(path));
    texts.set(path, text);
    return text;
  };
  let checked = 0;
  for (const path of ['/docs/guides', ...GUIDE_PAGE_NAMES.map((name) => `/docs/guides/${name}`)]) {
    const page = await read(path);
    for (const [, link = ''] of page.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(?:data|https?):/.test(link)) continue;
      const { pathname, search, hash } = new URL(link, `http://a${path}`);
      const target = await read(pathname + search);
      if (hash !== '') assert.ok(target.includes(` id="${hash.slice(1)}"`), `${path}: ${link}`);
      checked++;
    }
  }
  assert.ok(checked > 150, `${checked} links`);
});

test('200 with the Markdown of each guide, whose samples are there in full', async () => {
  for (const name of GUIDE_NAMES) {
    const { text, headers } = await world.nobody.get(`/docs/guides/${name}.md`);
    assert.equal(headers.get('Content-Type'), 'text/markdown; charset=utf-8');
    assert.equal(text, readGuideMarkdown(name, world.url));
    assert.doesNotMatch(text, /<!-- include/);
  }
  assert.match(readGuideMarkdown('webhooks', world.url), /```java\n[^]*isGenuine/);
});

test('200 with llms.txt, whose addresses all respond', async () => {
  const text = await readPage('/llms.txt');
  const links = [...text.matchAll(/\]\((http[^)]*)\)/g)].map(([, link = '']) => link);
  assert.equal(links.length, GUIDE_PAGE_NAMES.length + 5);
  for (const link of links) await readPage(link.slice(world.url.length));
});

test('200 with an index of every part, each of which is on its page', async () => {
  const { body } = await world.nobody.get('/docs/search.json');
  const places: { title: string; href: string; text: string }[] = body;
  const find = (words: string) => places.filter(({ title, text }) => `${title} ${text}`.includes(words));
  assert.ok(find('Create a task').some(({ href }) => href === '/docs#post-api-tenant-tasks'));
  assert.ok(find('session.completed').some(({ href }) => href === '/docs#event-session-completed'));
  assert.ok(
    find('Rotate the signing secret').some(
      ({ href }) => href === '/docs/guides/webhooks#rotate-the-signing-secret',
    ),
  );
  for (const { href, text } of places) {
    const [path = '', id] = href.split('#');
    assert.doesNotMatch(text, /<\/|&(?:lt|gt|amp|quot);/, href);
    if (id !== undefined) assert.ok((await readPage(path)).includes(` id="${id}"`), href);
  }
});

/**
 * True for the samples that a shell runs. Those named `laptop` run until they are stopped; test/sdk/listen.test.ts
 * covers them.
 */
const isForShell = ({ kind, name }: Sample) => kind === 'sh' && name !== 'set' && name !== 'laptop';

for (const guide of GUIDE_NAMES) {
  const samples = samplesOf(readGuideMarkdown(guide, world.url)).filter(isForShell);
  if (samples.length === 0) continue;
  test(`the commands of ${guide} print the shown output`, { skip: !hasCurl && 'no curl here' }, async () => {
    const printed = await runInShell(samples, VARIABLES);
    assert.equal(printed.length, samples.length);
    for (const [at, { answer, name, code }] of samples.entries()) {
      const text = printed[at] ?? '';
      assert.notEqual(text.trim(), '', code);
      assert.equal(text.includes('"error":'), name === 'fails', `${code}\n${text}`);
      if (answer !== undefined) assertOutputAsShown(JSON.parse(text), answer, guide);
    }
  });
}

/** Returns the labels in bold in a guide that neither the dashboard nor the sign-in pages show. */
function unknownLabels(markdown: string): string[] {
  return [...markdown.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, label = '']) => label.replaceAll(/\s+/g, ' '))
    .filter((label) => !TEXTS.has(label));
}

test('every label in the dashboard guide is a text of the dashboard, and an unknown label is found', () => {
  const guide = readGuideMarkdown('dashboard', world.url);
  assert.deepEqual(unknownLabels(guide), []);
  assert.deepEqual(unknownLabels(`${guide} **Invite nobody**`), ['Invite nobody']);
});

test('every guide ends with links to next steps', () => {
  for (const guide of GUIDE_NAMES) {
    const [, steps = ''] = readGuideMarkdown(guide, world.url).split('\n## Next steps\n');
    assert.ok((steps.match(/^- \[/gm)?.length ?? 0) >= 2, guide);
    assert.doesNotMatch(steps, /^## /m, guide);
  }
});

test('a different output is detected', () => {
  const shown = { id: '0198f0c4-7c5e-7a56-9145-270ce6b3bebd', status: 'open', seat: { name: 'x' } };
  const id = '0198f0c4-7c5e-7a56-9145-270ce6b3bebe';
  assertOutputAsShown({ ...shown, id }, shown);
  for (const other of [
    { ...shown, id: 'none' },
    { ...shown, status: 'done' },
    { ...shown, more: 1 },
    { ...shown, seat: null },
    { ...shown, seat: { name: 'y' } },
  ])
    assert.throws(() => assertOutputAsShown(other, shown));
});

test('the test reads the whole list of the guide', async () => {
  const own = await world.account();
  const { key } = await createKey(own.ctx(), { name: 'Guides', scopes: ['read:tasks'] });
  for (let made = 0; made < 101; made++) await createTask(own.ctx(), { title: `Task ${made}` });
  const sample = samplesOf(readGuideMarkdown('pagination', world.url)).find(({ name }) => name === 'list');
  assert.ok(sample);
  const { tasks } = await runSample(sample, { BASE: world.url, KEY: key }, ['tasks']);
  assert.ok(Array.isArray(tasks));
  assert.equal(tasks.length, 101);
});

test('the OAuth samples work from consent to revocation', async () => {
  const app = await makeApp(world, tenant);
  const samples = new Map(
    samplesOf(readGuideMarkdown('oauth', world.url)).map((sample) => [sample.name, sample]),
  );
  const given = {
    BASE: world.url,
    REDIRECT_URI: CALLBACK,
    CLIENT_ID: app.client_id,
    CLIENT_SECRET: app.client_secret,
  };
  const run = (name: string, more: Record<string, unknown>, made: string[]) => {
    const sample = samples.get(name);
    assert.ok(sample, name);
    return runSample(sample, { ...given, ...more }, made);
  };
  const { verifier, state, address } = await run('authorize', {}, ['verifier', 'state', 'address']);
  assert.ok(address instanceof URL);
  const shown = await allowAccess(await adminBrowser(world, tenant), address.pathname + address.search);
  const back = new URL(shown.location ?? '').searchParams;
  assert.equal(back.get('state'), state);

  const { tokens } = await run('exchange', { code: back.get('code'), verifier }, ['tokens']);
  assertOutputAsShown(tokens, samples.get('exchange')?.answer);
  const { tokens_from_now_on } = await run('refresh', { tokens }, ['tokens_from_now_on']);
  assertOutputAsShown(tokens_from_now_on, samples.get('exchange')?.answer);
  const { answer } = await run('revoke', { tokens: tokens_from_now_on }, ['answer']);
  assert.ok(answer instanceof Response);
  assert.equal(answer.status, 200);
});
