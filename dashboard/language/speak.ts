import type { language } from './page.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Chooses the language of all pages in this browser and begins the page anew in it. */
export function speak(chosen: typeof language): void {
  const isSecure = location.protocol === 'https:';
  const name = isSecure ? '__Host-language' : 'language';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not in every browser
  document.cookie = `${name}=${chosen}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  location.reload();
}
