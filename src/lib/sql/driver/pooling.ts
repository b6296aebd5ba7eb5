import { StartupFault } from '../../process/startupFault.ts';
import { readPrepare } from '../connectionUrl.ts';

/**
 * How a connection gets its session of the server: `direct` has its own, `session` borrows one from a pooler until the
 * connection ends, `transaction` may get another one for each transaction. `prepares` is false if prepared statements
 * are lost between transactions.
 */
export type Pooling = { kind: 'direct' | 'session' | 'transaction'; prepares: boolean };

export const DIRECT: Pooling = { kind: 'direct', prepares: true };
const UNPREPARED: Pooling = { kind: 'transaction', prepares: false };

/** The address of a server: a URL, or the parts that the embedded server gives out. */
export type ServerAddress =
  | string
  | { host: string; port: number; username: string; password: string; database: string };

/** An address, and the kind of pooler behind it. */
export type KnownServer = { address: ServerAddress; pooling: Pooling };

/** A server to connect to; `learnPooling` detects the pooler behind a URL. */
export type ConnectionTarget = ServerAddress | KnownServer;

/** The server with its pooling: as it was detected, else what its URL says, else a direct connection. */
export function knownServer(target: ConnectionTarget): KnownServer {
  if (typeof target === 'object') return 'address' in target ? target : { address: target, pooling: DIRECT };
  return { address: target, pooling: readPrepare(target) === 'false' ? UNPREPARED : DIRECT };
}

/** Throws if sessions change between transactions: LISTEN and session locks need one session. */
export function assertOwnSession({ kind }: Pooling): void {
  if (kind !== 'transaction') return;
  throw new StartupFault(
    'DATABASE_URL leads to a pooler whose transactions share connections: name the server itself in DATABASE_DIRECT_URL.',
  );
}

export type Settings = Record<string, string>;

/** BEGIN, with the settings where the session does not keep them. */
export function beginText({ kind }: Pooling, session: Settings): string {
  return kind === 'transaction' ? `begin;${setText('set local', session)}` : 'begin';
}

export function setText(set: 'set' | 'set local', session: Settings): string {
  return Object.entries(session)
    .map(([name, value]) => `${set} ${name} = '${value.replaceAll("'", "''")}'`)
    .join(';');
}

/** The settings that the start-up message may contain: a pooler refuses settings that it does not know. */
export function sessionSettings({ kind }: Pooling, session: Settings): Settings {
  if (kind === 'direct') return session;
  const { application_name } = session;
  return application_name === undefined ? {} : { application_name };
}
