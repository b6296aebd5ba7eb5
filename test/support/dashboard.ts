import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import axe from 'axe-core/axe.min.js';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { signInWithRetries, type Person } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { IS_FIRST_TIER } from './tier.ts';
import { explainFailures } from './whenFailed.ts';
import type { World } from './world.ts';

/** The viewports of browser stories. */
export const WIDTHS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

/**
 * Returns the looks of a story: only the first in the first tier, otherwise all. The test of every page covers the
 * others, with axe.
 */
export function storyLooks<Looks extends object>(looks: Looks): Partial<Looks> {
  const told = Object.entries(looks).slice(0, IS_FIRST_TIER ? 1 : undefined);
  return Object.fromEntries(told) as Partial<Looks>;
}

/** Declares an additional story of a page. The first tier, which runs one story per page, skips it. */
export function testDetail(name: string, tell: () => Promise<void>): void {
  if (!IS_FIRST_TIER) test(name, tell);
}

/** Matches content that is still loading. */
const HALF_THERE = '[aria-busy="true"], [data-awaited]';
/** The interval of checks; each check takes processor time from the page. */
const LOOK_MS = 50;

const troubles = new WeakMap<Page, string[]>();
const underWay = new WeakMap<Page, Set<Request>>();
const shots = process.env['SCREENSHOTS'];

/** Opens a signed-in page of the dashboard at `path`. Console errors of the page are kept for `inspect`. */
export async function openDashboard(
  chromium: Browser,
  world: World,
  person: Person,
  { path = '/', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<Page> {
  // Animations are off, because fading colours fail the contrast check.
  const context = await chromium.newContext({ reducedMotion: 'reduce', ...WIDTHS.desktop, ...options });
  const page = await context.newPage();
  explainFailures(() => describePage(page));
  after(() => context.close());
  watch(page, world.url);
  await context.addCookies(await signIn(world, person));
  await page.goto(world.url + path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Signs in over HTTP without the sign-in form, and returns the cookies. */
export async function signIn(
  { url }: World,
  person: Person,
): Promise<{ name: string; value: string; url: string }[]> {
  const browser = openBrowser(url);
  await signInWithRetries(browser, person);
  return [...browser.cookies].map(([name, value]) => ({ name, value, url }));
}

/** Describes the visible page, which explains a failure better than the name of a missing element. */
async function describePage(page: Page): Promise<string> {
  return `${page.url()} showed:\n${await page.getByRole('main').ariaSnapshot()}`;
}

/**
 * Records console errors (including violations of the Content-Security-Policy), page errors, and requests to other
 * origins.
 */
function watch(page: Page, origin: string): void {
  const found: string[] = [];
  troubles.set(page, found);
  // A form that the server rejects is no error of the page.
  const isFault = (text: string) => !text.includes('status of 400');
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault(message.text())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) found.push(`left the origin: ${url}`);
  });
  watchRequests(page);
}

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Waits until no request runs and no content is loading. Checks twice, because an answer can start another request. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState();
  for (const pause_ms of [0, 50]) {
    await page.waitForTimeout(pause_ms);
    await eventually(
      () => listUnfinished(page),
      (unfinished) => unfinished.length === 0,
      undefined,
      LOOK_MS,
    );
  }
}

/** Waits until the page has polled the versions this many times. */
export async function waitForPolls(page: Page, rounds: number): Promise<void> {
  for (let at = 0; at < rounds; at += 1) await page.waitForResponse(/\/versions$/);
}

/**
 * Runs `act`, and waits for the answer of the request with this method that `act` causes. A text that was visible
 * before would not prove that the server has answered.
 */
export async function answerOf(page: Page, method: string, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === method);
  await act();
  await answered;
}

/** Stops the clock that key sequences and intervals use, from the next page load on. */
export async function stopClock(page: Page): Promise<void> {
  await page.addInitScript('performance.now = () => 500');
}

const FADING = 'document.getAnimations().filter((one) => one instanceof CSSTransition).length';

async function listUnfinished(page: Page): Promise<string[]> {
  const asked = [...(underWay.get(page) ?? [])].map((request) => request.url());
  const shown = await page.locator(HALF_THERE).count();
  if (shown > 0) return [...asked, `${shown} parts half there`];
  const fading = await page.evaluate<number>(FADING);
  return fading > 0 ? [...asked, `${fading} parts on their way to another colour or place`] : asked;
}

/** Returns the errors of a page so far. */
export function pageErrorsOf(page: Page): readonly string[] {
  return troubles.get(page) ?? [];
}

/**
 * Checks a page: no console errors, no requests to other origins, not wider than the screen and, outside the first
 * tier, no serious axe findings. `within` limits axe to a part of the page: a page with 50,000 nodes takes 12 s.
 */
export async function inspectPage(page: Page, name: string, within?: string): Promise<void> {
  await waitUntilSettled(page);
  await takeScreenshot(page, name);
  assert.deepEqual(pageErrorsOf(page), [], name);
  assert.deepEqual(await findOverflow(page), [], name);
  if (!IS_FIRST_TIER) assert.deepEqual(await findSeriousAxeFindings(page, within), [], name);
}

/** Reports a page that is wider than the screen and therefore scrolls sideways. */
export async function findOverflow(page: Page): Promise<string[]> {
  const [width = 0, screen = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  return width <= screen ? [] : [`the page is ${width} px wide on a screen of ${screen} px`];
}

/** Takes a screenshot without checks. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

/**
 * Axe returns only findings, without selectors: describing passes and selectors takes longer than finding violations.
 */
const FINDINGS_ALONE = '{ resultTypes: ["violations"], selectors: false }';

type Finding = { impact: string | null; id: string; nodes: { html: string }[] };

/** Returns the serious and critical findings of axe. */
export async function findSeriousAxeFindings(page: Page, within?: string): Promise<string[]> {
  return (await runAxe(page, within))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(toldFinding);
}

/** Returns all findings of axe. */
export async function findAxeFindings(page: Page): Promise<string[]> {
  return (await runAxe(page)).map(toldFinding);
}

async function runAxe(page: Page, within = 'html'): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const found = await page.evaluate<{ violations: Finding[] }>(
    `axe.run(${JSON.stringify(within)}, ${FINDINGS_ALONE})`,
  );
  return found.violations;
}

function toldFinding({ id, nodes }: Finding): string {
  return `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`;
}

/** Clears the recorded errors of a page after an intended failure. */
export function clearPageErrors(page: Page): void {
  troubles.get(page)?.splice(0);
}
