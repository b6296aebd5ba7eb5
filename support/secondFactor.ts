import type { Shown } from './browser.ts';

/** Reads the key for the authenticator app from the page that activates the second factor. */
export function keyOn({ text }: Shown): string {
  return (/Key: <code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');
}
