/* npm run gallery [folder] [name …]: pictures of the dashboard on the demo seed, each in light, dark and on a phone. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { signIn, STAFF, startDemo } from './demo.ts';
import { liven } from './liven.ts';
import { SHOTS, type Shot } from './pages.ts';

const WIDE = { viewport: { width: 1360, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const LOOKS: Record<string, BrowserContextOptions> = {
  light: { ...WIDE, colorScheme: 'light' },
  dark: { ...WIDE, colorScheme: 'dark' },
  phone: { ...PHONE, colorScheme: 'light' },
};

const [folder = 'gallery', ...names] = process.argv.slice(2);
const shots = SHOTS.filter(({ name }) => names.length === 0 || names.includes(name));
await mkdir(folder, { recursive: true });
const demo = await startDemo();
const life = await liven(demo);
const { browser, close } = await launchChromium();
try {
  for (const [look, options] of Object.entries(LOOKS)) await takeAll(browser, look, options);
} finally {
  await close();
  await demo.stop();
  life.close();
}

async function takeAll(browser: Browser, look: string, options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  for (const as_staff of [undefined, true] as const) {
    const own = shots.filter((shot) => shot.as_staff === as_staff);
    if (own.length === 0) continue;
    await context.clearCookies();
    await signIn(page, demo.url, as_staff ? STAFF : demo);
    for (const shot of own) await take(page, shot, join(folder, `${shot.name}-${look}.png`));
  }
  await context.close();
}

async function take(page: Page, { path, prepare }: Shot, file: string): Promise<void> {
  await page.goto(demo.url + path);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: file });
  process.stdout.write(`${resolve(file)}\n`);
}
