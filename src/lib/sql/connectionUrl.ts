/** The part of a URL that names hosts, between the password and the path. */
const AUTHORITY = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** Splits a URL with several hosts, separated by commas as in libpq, into one URL for each host. */
export function listHosts(url: string): string[] {
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

/** The accepted values of target_session_attrs; the service writes, so it cannot use a standby. */
const ATTRIBUTES = ['any', 'read-write', 'primary'];

/** The target_session_attrs of a URL; undefined if the service cannot work with the value. */
export function readAttributes(url: string): string | undefined {
  const asked = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1] ?? 'any';
  return ATTRIBUTES.find((attributes) => attributes === asked);
}

/** The `prepare` parameter of a URL. */
export function readPrepare(url: string): string | undefined {
  return /[?&]prepare=([^&#]*)/.exec(url)?.[1];
}
