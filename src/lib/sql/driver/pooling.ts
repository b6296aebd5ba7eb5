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

/** By URL, what was found out when the process started. */
const learned = new Map<string, Pooling>();

/** The pooling of an address: what its URL says, else what the probe found, else a direct connection. */
export function poolingOf(target: string | object): Pooling {
  if (typeof target !== 'string') return DIRECT;
  return readPrepare(target) === 'false' ? UNPREPARED : (learned.get(target) ?? DIRECT);
}

/** Keeps what was found out of an address. */
export function learn(url: string, pooling: Pooling): void {
  learned.set(url, pooling);
}

/** Throws if sessions change between transactions: LISTEN and session locks need one session. */
export function assertOwnSession(target: string | object): void {
  if (poolingOf(target).kind !== 'transaction') return;
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
export function greetingOf({ kind }: Pooling, session: Settings): Settings {
  if (kind === 'direct') return session;
  const { application_name } = session;
  return application_name === undefined ? {} : { application_name };
}
