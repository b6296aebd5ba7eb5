import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeNextPath } from '../../src/features/signin/next.ts';
import { openBrowser } from '../../support/browser.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();

const AWAY = ['/..//evil.example/', '/.//evil.example', '/a/..//evil.example', '/%2e%2E//evil.example'];
const STEPS = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '\t',
  '\n',
  '\0',
  ' ',
  'a',
  '@',
  '?',
  '#',
  ';',
  ':',
];

/** The control: checks only the text of a path, without parsing it as a browser does. */
function looksAtTheTextOnly(next: string): string {
  if (!/^\/[^/\\]/.test(next) || /[^\x21-\x7e]/.test(next)) return '/';
  const url = new URL(next, world.url);
  return url.pathname + url.search;
}

/** Returns the paths with which a browser would leave the origin of the service. */
function leavingBy(lead: (next: string) => string, nexts: readonly string[]): string[] {
  return nexts.filter((next) => !leadsHome(lead(next)));
}

function leadsHome(location: string): boolean {
  return URL.canParse(location, world.url) && new URL(location, world.url).origin === world.url;
}

/** Returns all paths of up to three steps, followed by a host. */
function allPaths(): string[] {
  const longer = (paths: string[]) => paths.flatMap((path) => STEPS.map((step) => path + step));
  const one = longer(['/']);
  const two = longer(one);
  return [...one, ...two, ...longer(two)].map((path) => `${path}evil.example/`);
}

test('303 to a local path with any dots, slashes and encodings', () => {
  const paths = [...AWAY, ...allPaths()];
  assert.deepEqual(leavingBy(sanitizeNextPath, paths), []);
  assert.ok(leavingBy(looksAtTheTextOnly, paths).length >= AWAY.length, 'the control leaves');
});

for (const next of AWAY) {
  test(`303 to the home page, not to ${next}, from every page with a redirect`, async () => {
    const browser = openBrowser(world.url);
    assert.equal((await browser.signIn(tenant.admin, next)).location, '/');
    const query = `next=${encodeURIComponent(next)}`;
    assert.equal((await browser.get(`/sign-in?${query}`)).location, '/');
    assert.equal((await openBrowser(world.url).get(`/sign-in/code?${query}`)).location, '/sign-in?next=%2F');
    const account = await browser.get('/account');
    const left = await browser.submit(account, '/sign-out', { next });
    assert.equal(left.location, '/sign-in?next=%2F');
  });
}

test('303 to the requested local path', () => {
  for (const next of [
    '/',
    '/account',
    '/tasks?status=open&q=%2F%2Fx',
    '/oauth/authorize?redirect_uri=https://a.example/',
  ])
    assert.equal(sanitizeNextPath(next), next);
});

test('303 to the home page for a path that is not local', () => {
  for (const next of [
    '',
    'tasks',
    '?status=open',
    'http://here.invalid/tasks',
    '//here.invalid/tasks',
    '/ä',
    '/a b',
  ])
    assert.equal(sanitizeNextPath(next), '/', next);
});
