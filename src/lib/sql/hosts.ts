/** The part of a URL that names hosts, between the password and the path. */
const AUTHORITY = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** The same URL for each of the hosts that it names, separated by commas, as libpq reads them. */
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

/** What a URL may ask of a server's sessions; the service writes, so a standby is of no use to it. */
const ATTRIBUTES = ['any', 'read-write', 'primary'];

/** What a URL asks of a server's sessions; undefined where the service could not work with it. */
export function readAttributes(url: string): string | undefined {
  const asked = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1] ?? 'any';
  return ATTRIBUTES.find((attributes) => attributes === asked);
}
