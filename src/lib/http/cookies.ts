import type { IncomingMessage } from 'node:http';

/** How this service names and guards its cookies: on https under the prefix that ties them to this host. */
export type CookieJar = {
  read(request: IncomingMessage, name: string): string | undefined;
  write(name: string, value: string, max_age_s: number): string;
};

const VALUE = /^[A-Za-z0-9_.-]{1,200}$/;

export function cookieJar(public_url: string): CookieJar {
  const is_secure = public_url.startsWith('https://');
  const nameOf = (name: string) => (is_secure ? `__Host-${name}` : name);
  return {
    read(request, name) {
      const values = (request.headers.cookie ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${nameOf(name)}=`))
        .map((pair) => pair.slice(nameOf(name).length + 1));
      const [value = ''] = values;
      return values.length === 1 && VALUE.test(value) ? value : undefined;
    },
    write: (name, value, max_age_s) =>
      `${nameOf(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${max_age_s}${is_secure ? '; Secure' : ''}`,
  };
}
