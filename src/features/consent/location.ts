/**
 * Appends the answer to the query of the registered redirect URI. Returns `state` byte for byte as the client sent it
 * (RFC 6749, 4.1.2).
 */
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

/**
 * Describes the target of the redirect for the consent page: the host for https URIs, otherwise the scheme and the
 * host.
 */
export function describeRedirectTarget(redirect_uri: string): string {
  const { protocol, host } = new URL(redirect_uri);
  return protocol === 'https:'
    ? host
    : host
      ? `${protocol}//${host}`
      : `the app that opens ${protocol} links`;
}
