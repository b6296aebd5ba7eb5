import type { Shown } from './browser.ts';

/** The key for the authenticator app, on the page that turns the second factor on. */
export function keyOn({ text }: Shown): string {
  return (/Key: <code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');
}
