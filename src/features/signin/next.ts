/** The dashboard. */
export const HOME = '/';
/** Where people look after their own sign-in, without scripts. */
export const ACCOUNT = '/account';

/** Where to go after sign-in: a path of ours and nothing else, or home. */
export function safeNext(next: string): string {
  if (!/^\/[^/\\]/.test(next) || /[^\x21-\x7e]/.test(next)) return HOME;
  const base = 'http://here.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
  return url?.origin === base ? url.pathname + url.search : HOME;
}
