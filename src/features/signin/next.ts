/** The dashboard. */
export const HOME = '/';
/** The page of one's own sign-ins, without scripts. */
export const ACCOUNT = '/account';

const HERE = 'http://here.invalid';

/** The target after sign-in: one of our own paths, or home. */
export function sanitizeNextPath(next: string): string {
  if (!isPath(next) || !URL.canParse(next, HERE)) return HOME;
  const { origin, pathname, search } = new URL(next, HERE);
  // `/..//host` is a path of ours until the dots are taken out: what is left must be one, too.
  return origin === HERE && isPath(pathname) ? pathname + search : HOME;
}

/** Printable, and not the beginning of another host's address. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(text);
}
