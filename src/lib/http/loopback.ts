const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)(?::\d+)?$/i;

/** True for the names of the loopback interface, with or without a port: `localhost`, `127.0.0.1:8080`, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
