import { StartupFault } from '../../process/startupFault.ts';
import { readPrepare } from '../connectionUrl.ts';

/**
 * Pooling mode of an address. `session`: the connection keeps one server session. `transaction`: a pooler may use
 * another server session for each transaction. `prepares` is false if prepared statements are lost between
 * transactions.
 */
export type Pooling = { kind: 'session' | 'transaction'; prepares: boolean };

export const OWN_SESSION: Pooling = { kind: 'session', prepares: true };
const UNPREPARED: Pooling = { kind: 'transaction', prepares: false };

/** The address of a server: a URL, or the connection parameters of the embedded server. */
export type ServerAddress =
  | string
  | { host: string; port: number; username: string; password: string; database: string };

/** An address with its detected pooling mode. */
export type AddressWithPooling = { address: ServerAddress; pooling: Pooling };

/** An address with or without its pooling mode; `detectPooler` detects the mode of a URL. */
export type ConnectionTarget = ServerAddress | AddressWithPooling;

/**
 * Adds the pooling mode to an address: the detected mode, otherwise `prepare=false` of the URL, otherwise `session`.
 */
export function addPoolingMode(target: ConnectionTarget): AddressWithPooling {
  if (typeof target === 'object')
    return 'address' in target ? target : { address: target, pooling: OWN_SESSION };
  return { address: target, pooling: readPrepare(target) === 'false' ? UNPREPARED : OWN_SESSION };
}

/** Throws behind a transaction pooler, because LISTEN and session-level locks need one server session. */
export function assertOwnSession({ kind }: Pooling): void {
  if (kind !== 'transaction') return;
  throw new StartupFault(
    'DATABASE_URL leads to a pooler whose transactions share connections: name the server itself in DATABASE_DIRECT_URL.',
  );
}

export type SessionSettings = Record<string, string>;

/** Returns BEGIN. Behind a transaction pooler it also sets the settings, because the session does not keep them. */
export function beginText({ kind }: Pooling, session: SessionSettings): string {
  return kind === 'transaction' ? `begin;${settingsStatement('set local', session)}` : 'begin';
}

export function settingsStatement(set: 'set' | 'set local', session: SessionSettings): string {
  return Object.entries(session)
    .map(([name, value]) => `${set} ${name} = '${value.replaceAll("'", "''")}'`)
    .join(';');
}
