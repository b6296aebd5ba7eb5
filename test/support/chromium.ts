import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chromium, type Browser } from 'playwright-core';

/** A real Chromium; it ends with the test file. */
export async function openChromium(): Promise<Browser> {
  const { browser, close } = await launchChromium();
  after(() => close());
  return browser;
}

export async function launchChromium(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-chromium-'));
  const executablePath = await provideProgram(folder);
  // Its profile is gone with the folder.
  process.env['TMPDIR'] = folder;
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--headless=shell'],
    headless: true,
  });
  return {
    browser,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Unpacking takes longer than most stories: a run does it once, in the folder that it names. */
async function provideProgram(folder: string): Promise<string> {
  const shared = process.env['TEST_CHROMIUM'];
  if (shared && existsSync(shared)) return join(shared, 'chromium');
  const own = join(folder, 'program');
  await unpackProgram(own);
  if (!shared) return join(own, 'chromium');
  // Another process may have been faster.
  await rename(own, shared).catch(() => {});
  return join(shared, 'chromium');
}

/** The package unpacks into the temporary directory. */
async function unpackProgram(folder: string): Promise<void> {
  await mkdir(folder);
  process.env['TMPDIR'] = folder;
  const { default: packed } = await import('@sparticuz/chromium');
  await packed.executablePath();
}
