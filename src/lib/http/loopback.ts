import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)(?::\d+)?$/i;

/** True for the names of the loopback interface, with or without a port: `localhost`, `127.0.0.1:8080`, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The headers that a proxy adds to the requests of other machines. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** True if a program on this machine sent the request: it used a loopback name, and no proxy added its header. */
export function isSentFromThisMachine(headers: IncomingHttpHeaders): boolean {
  return isLoopbackHost(headers.host ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}
