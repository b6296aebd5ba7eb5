import { connect, type Socket } from 'node:net';
import type { Connection } from './postgres.ts';

/** A line to the server, by its socket's folder or over TCP. */
export function connectUpstream({ host, port }: Pick<Connection, 'host' | 'port'>): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}
