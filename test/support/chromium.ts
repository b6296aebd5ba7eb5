import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, type LaunchedChromium } from '../../support/chromium.ts';
import { atEndOfProcess } from './endOfProcess.ts';

/**
 * Disables optimizations of JavaScript: test pages live for seconds, and optimizing would cost a seventh of their
 * processor time.
 */
const NOT_OPTIMISED = '--js-flags=--no-opt,--no-maglev';
/** The timeout of an action of a page: four times that of Playwright, because the machine may be busy. */
const ACTION_TIMEOUT_MS = 120_000;

let shared: Promise<LaunchedChromium> | undefined;

/** Opens a Chromium that all files of a process share. It closes the pages that a file leaves open. */
export async function openChromium(): Promise<Browser> {
  shared ??= shareChromium();
  const { browser } = await shared;
  after(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

async function shareChromium(): Promise<LaunchedChromium> {
  const launched = await launchChromium([NOT_OPTIMISED]);
  launched.browser.on('context', (context) => context.setDefaultTimeout(ACTION_TIMEOUT_MS));
  atEndOfProcess(launched.close);
  return launched;
}
