/** The redirect URI as it was registered, with the answer behind it; the state goes back as it came. */
export function redirectLocation(
  redirect_uri: string,
  answer: Record<string, string>,
  raw_state: string | undefined,
): string {
  const pairs = [new URLSearchParams(answer).toString()];
  if (raw_state !== undefined) pairs.push(`state=${raw_state}`);
  const last = redirect_uri.at(-1);
  const between = !redirect_uri.includes('?') ? '?' : last === '?' || last === '&' ? '' : '&';
  return redirect_uri + between + pairs.join('&');
}

/** The host that the browser goes to next, as the page shows it. */
export function redirectHost(redirect_uri: string): string {
  const { protocol, host } = new URL(redirect_uri);
  return protocol === 'https:'
    ? host
    : host
      ? `${protocol}//${host}`
      : `the app that opens ${protocol} links`;
}
