import assert from 'node:assert/strict';
import { after } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Person } from './console.ts';
import type { World } from './world.ts';

/** The two widths that every story is told in. */
export const WIDTHS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

const troubles = new WeakMap<Page, string[]>();
const shots = process.env['SCREENSHOTS'];

/** A page of the dashboard in which somebody is signed in. Whatever it complains of is kept for `inspect`. */
export async function openDashboard(
  chromium: Browser,
  world: World,
  person: Person,
  options: BrowserContextOptions = WIDTHS.desktop,
): Promise<Page> {
  // Half-faded colours are nobody's to read, and what fades may be met half-way.
  const context = await chromium.newContext({ reducedMotion: 'reduce', ...options });
  after(() => context.close());
  const page = await context.newPage();
  watch(page, world.url);
  await page.goto(`${world.url}/`);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Console errors count (a style that the policy refused is one), and so does every request to elsewhere. */
function watch(page: Page, origin: string): void {
  const found: string[] = [];
  troubles.set(page, found);
  // A form that the server refuses is no fault of the page.
  const isFault = (text: string) => !text.includes('status of 400');
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault(message.text())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) found.push(`left the origin: ${url}`);
  });
}

/**
 * What every page is held to, in one line of its test: nothing to complain of in the console, no request that
 * left the origin, nothing wider than the screen, and no serious finding of axe.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  assert.deepEqual(troubles.get(page) ?? [], [], name);
  const [width, screen] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
  assert.ok((width ?? 0) <= (screen ?? 0), `${name} is ${width} wide on a screen of ${screen}`);
  assert.deepEqual(await findBarriers(page), [], name);
}

type Finding = { impact: string | null; id: string; nodes: { html: string }[] };

async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** What went wrong on purpose is not held against the page. */
export function forgive(page: Page): void {
  troubles.get(page)?.splice(0);
}
