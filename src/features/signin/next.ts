/** The path of the dashboard. */
export const HOME_PATH = '/';
/** The path of the page with the user's own sign-ins, which works without JavaScript. */
export const ACCOUNT_PATH = '/account';

const HERE = 'http://here.invalid';

/** Returns `next` if it is a path of this service, otherwise HOME. This prevents redirects to other sites. */
export function sanitizeNextPath(next: string): string {
  if (!isPath(next) || !URL.canParse(next, HERE)) return HOME_PATH;
  const { origin, pathname, search } = new URL(next, HERE);
  // URL parsing turns `/..//host` into `//host`, which is an address of another host, so the result is checked again.
  return origin === HERE && isPath(pathname) ? pathname + search : HOME_PATH;
}

/** True for printable ASCII with a single leading slash. `//` or `/\` would begin an address of another host. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(text);
}
