import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, type LaunchedChromium } from '../../support/chromium.ts';
import { atEndOfProcess } from './endOfProcess.ts';

/** Test pages live for seconds: optimizing their JavaScript would cost a seventh of their processor time. */
const NOT_OPTIMISED = '--js-flags=--no-opt,--no-maglev';

let shared: Promise<LaunchedChromium> | undefined;

/** A Chromium that all files of a process share. It closes the pages that a file leaves open. */
export async function openChromium(): Promise<Browser> {
  shared ??= shareChromium();
  const { browser } = await shared;
  after(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

async function shareChromium(): Promise<LaunchedChromium> {
  const launched = await launchChromium([NOT_OPTIMISED]);
  atEndOfProcess(launched.close);
  return launched;
}
