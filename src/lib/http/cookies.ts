import type { IncomingMessage } from 'node:http';

/**
 * Reads and writes the cookies of this service. With https, names have the prefix `__Host-`, which binds a cookie to
 * this host.
 */
export type CookieCodec = {
  read(request: IncomingMessage, name: string): string | undefined;
  write(name: string, value: string, max_age_s: number): string;
};

const VALUE = /^[A-Za-z0-9_.-]{1,200}$/;

export function createCookieCodec(public_url: string): CookieCodec {
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
