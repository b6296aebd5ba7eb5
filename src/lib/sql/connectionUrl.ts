/** Splits a URL into the part before the hosts, the hosts, and the part after them. */
const AUTHORITY = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Splits a URL with several hosts into one URL per host. As in libpq, hosts are separated by commas, in the authority
 * or in `host`.
 */
export function splitHostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(url) ?? [];
  if (hosts.includes(',')) return hosts.split(',').map((host) => before + host + after);
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(after)?.[1]);
  const named = parameters.get('host')?.split(',') ?? [];
  if (named.length < 2) return [url];
  const ports = parameters.get('port')?.split(',') ?? [];
  const path = after.slice(0, after.indexOf('?'));
  return named.map((host, at) => {
    const one = new URLSearchParams(parameters);
    one.set('host', host);
    const port = ports[at] ?? ports[0];
    if (port !== undefined) one.set('port', port);
    return `${before}${hosts}${path}?${one.toString()}`;
  });
}

/** The supported values of target_session_attrs. Values for a standby are missing because the service writes. */
const ATTRIBUTES = ['any', 'read-write', 'primary'];

/** Returns the target_session_attrs of a URL (default `any`), or undefined if the value is not supported. */
export function readTargetSessionAttributes(url: string): string | undefined {
  const asked = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1] ?? 'any';
  return ATTRIBUTES.find((attributes) => attributes === asked);
}

/** Returns the `prepare` parameter of a URL: `false` disables prepared statements. */
export function readPrepare(url: string): string | undefined {
  return /[?&]prepare=([^&#]*)/.exec(url)?.[1];
}
