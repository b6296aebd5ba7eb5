/*
 * npm run gallery -- [--language de] [folder] [name …]: screenshots of the dashboard with the demo data, each in light,
 * in dark and on a phone. The data of the demo account is English in every language.
 */
import { findFreePort } from '../../support/freePort.ts';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { launchChromium } from '../../support/chromium.ts';
import { signInWithRetries, type Person } from '../../support/console.ts';
import { isLanguage, PAGE_LANGUAGES, type Language } from '../../src/lib/text/language.ts';
import { translateLabel } from '../../src/lib/text/translation.ts';
import { dashboardTexts } from '../support/languageTexts.ts';
import { generateTraffic } from './generateTraffic.ts';
import { GALLERY_PAGES, type GalleryPage, type TranslateLabel } from './pages.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const WIDE = { viewport: { width: 1440, height: 900 } };
const PREPARE_TIMEOUT_MS = 10_000;
const CLI = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const STAFF = { email: 'staff@example.com', password: 'a gallery needs a password' };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const LOOKS: Record<string, BrowserContextOptions> = {
  light: { ...WIDE, colorScheme: 'light' },
  dark: { ...WIDE, colorScheme: 'dark' },
  phone: { ...PHONE, colorScheme: 'light' },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string', default: 'en' } },
});
const { language } = values;
if (!isLanguage(language)) throw new Error(`--language: must be one of ${PAGE_LANGUAGES.join(', ')}`);
const [folder = 'gallery', ...names] = positionals;
const t = await openTexts(language);
const shots = GALLERY_PAGES.filter(({ name }) => names.length === 0 || names.includes(name));
await mkdir(folder, { recursive: true });
const demo = await startDemo();
const life = await generateTraffic(demo);
const { browser, close } = await launchChromium();
try {
  for (const [look, options] of Object.entries(LOOKS)) await takeAll(browser, look, options);
} finally {
  await close();
  await demo.stop();
  life.close();
}

async function openTexts(of: Language): Promise<TranslateLabel> {
  const texts = of === 'en' ? undefined : await dashboardTexts(of);
  return (label, values = {}) => translateLabel(label, { language: of, texts, values, formatValue: String });
}

async function takeAll(browser: Browser, look: string, options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({ ...options, locale: language });
  const page = await context.newPage();
  page.setDefaultTimeout(PREPARE_TIMEOUT_MS);
  const people = { admin: demo, staff: STAFF, nobody: undefined };
  for (const [who, person] of Object.entries(people)) {
    const own = shots.filter(({ as = 'admin' }) => as === who);
    if (own.length === 0) continue;
    await context.clearCookies();
    if (person) await context.addCookies(await signIn(person));
    for (const shot of own) await takeOrReport(page, shot, join(folder, `${shot.name}-${look}.png`));
  }
  await context.close();
}

/** A page that cannot be prepared is reported, and the other pages follow. */
async function takeOrReport(page: Page, shot: GalleryPage, file: string): Promise<void> {
  await take(page, shot, file).catch((error: unknown) => {
    console.error(`${file}: ${String(error)}`);
    process.exitCode = 1;
  });
}

async function take(page: Page, { path, prepare }: GalleryPage, file: string): Promise<void> {
  await page.goto(demo.url + path);
  await page.waitForLoadState('networkidle');
  await prepare?.(page, t);
  await page.waitForTimeout(400);
  await page.screenshot({ path: file });
  process.stdout.write(`${resolve(file)}\n`);
}

/** Signs in over HTTP, and returns the cookies. */
async function signIn(person: Person): Promise<{ name: string; value: string; url: string }[]> {
  const own = openBrowser(demo.url);
  await signInWithRetries(own, person);
  return [...own.cookies].map(([name, value]) => ({ name, value, url: demo.url }));
}

type Demo = { url: string; email: string; password: string; key: string; stop(): Promise<void> };

/** Starts the service on its own data, with the demo account. */
async function startDemo(): Promise<Demo> {
  const data = await mkdtemp(join(tmpdir(), 'tenant-ops-gallery-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: String(await findFreePort()), DATA_DIR: data, LOG_LEVEL: 'silent', WEBHOOK_ALLOW: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let email = '';
  let password = '';
  let key = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, second = '', third = '', fourth = ''] = line.split(' ');
    if (line.startsWith('demo sign-in') && email === '') [email, password] = [third, fourth];
    if (line.startsWith('demo key')) key = third;
    if (word !== 'ready') continue;
    await addStaff(data);
    const stop = async () => {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
      await rm(data, { recursive: true, force: true });
    };
    return { url: second, email, password, key, stop };
  }
  throw new Error('the demo did not start');
}

async function addStaff(data: string): Promise<void> {
  const given = ['--email', STAFF.email, '--name', 'Sol Staff', '--password', STAFF.password];
  const child = spawn(process.execPath, [CLI, 'staff', 'create', ...given, '--json'], {
    env: { PATH: process.env['PATH'], DATA_DIR: data, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
}
