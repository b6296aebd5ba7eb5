import { connect, type Socket } from 'node:net';
import type { Connection } from './postgres.ts';

/** Connects to the database server by its Unix socket or over TCP. */
export function connectProxyToServer({ host, port }: Pick<Connection, 'host' | 'port'>): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}
