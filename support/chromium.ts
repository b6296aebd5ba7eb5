import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

export type Launched = { browser: Browser; close: () => Promise<void> };

export async function launchChromium(args: readonly string[] = []): Promise<Launched> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-chromium-'));
  const executablePath = await provideProgram(folder);
  // Its profile is gone with the folder.
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

/** Unpacking takes longer than most stories: a run does it once, before the first story, in the folder that it names. */
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

export async function unpackProgram(folder: string): Promise<void> {
  await mkdir(folder);
  const { default: packed } = await import('@sparticuz/chromium');
  await inTemporary(folder, () => packed.executablePath());
}

/** Both packages write into the temporary directory; what comes later finds the former again. */
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
