import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, type Launched } from '../../support/chromium.ts';
import { atEndOfProcess } from './lasting.ts';

let shared: Promise<Launched> | undefined;

/** A Chromium shared by all files of a process; pages that a file leaves open are closed with it. */
export async function openChromium(): Promise<Browser> {
  shared ??= shareChromium();
  const { browser } = await shared;
  after(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

async function shareChromium(): Promise<Launched> {
  const launched = await launchChromium();
  atEndOfProcess(launched.close);
  return launched;
}
