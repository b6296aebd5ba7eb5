import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

export type LaunchedChromium = { browser: Browser; close: () => Promise<void> };

export async function launchChromium(args: readonly string[] = []): Promise<LaunchedChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-chromium-'));
  const executablePath = await provideProgram(folder);
  // The browser profile is stored in this folder and deleted with it.
  const browser = await inTemporary(folder, () =>
    chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking', '--headless=shell', ...args],
      headless: true,
    }),
  );
  return {
    browser,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * Returns the path of the Chromium program. Unpacking takes longer than most tests, so a test run unpacks it once, into
 * the folder that TEST_CHROMIUM names.
 */
async function provideProgram(folder: string): Promise<string> {
  const shared = process.env['TEST_CHROMIUM'];
  if (shared && existsSync(shared)) return join(shared, 'chromium');
  const own = join(folder, 'program');
  await unpackProgram(own);
  if (!shared) return join(own, 'chromium');
  // The rename fails if another process unpacked the program first; that copy is then used.
  await rename(own, shared).catch(() => {});
  return join(shared, 'chromium');
}

export async function unpackProgram(folder: string): Promise<void> {
  await mkdir(folder);
  const { default: packed } = await import('@sparticuz/chromium');
  await inTemporary(folder, () => packed.executablePath());
}

/**
 * Runs work with a different TMPDIR, because both packages write into the temporary directory. Restores the previous
 * value afterwards.
 */
async function inTemporary<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const former = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await work();
  } finally {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  }
}
