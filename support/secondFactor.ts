import type { BrowserResponse } from './browser.ts';

/** Reads the key for the authenticator app from the page that activates the second factor. */
export function secondFactorKeyOn({ text }: BrowserResponse): string {
  return (/Key: <code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');
}
