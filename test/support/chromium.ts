import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chromium, type Browser } from 'playwright-core';

/** A real Chromium, unpacked into a folder of its own; it ends with the test file. */
export async function openChromium(): Promise<Browser> {
  const { browser, close } = await launchChromium();
  after(() => close());
  return browser;
}

export async function launchChromium(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-chromium-'));
  // The package unpacks into the temporary directory and keeps what it finds there.
  process.env['TMPDIR'] = folder;
  const { default: packed } = await import('@sparticuz/chromium');
  const browser = await chromium.launch({
    executablePath: await packed.executablePath(),
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
