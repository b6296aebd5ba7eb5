import { StartupFault } from '../process/startupFault.ts';

/**
 * Whose the server's session behind a connection is: its own from the greeting on, lent by a pooler until the
 * connection ends, or another one for each transaction. And whether what is prepared is found again.
 */
export type Pooling = { kind: 'direct' | 'session' | 'transaction'; prepares: boolean };

export const DIRECT: Pooling = { kind: 'direct', prepares: true };
const UNPREPARED: Pooling = { kind: 'transaction', prepares: false };

/** By URL, what was found out when the process started. */
const learned = new Map<string, Pooling>();

/** What an address leads to, as it says itself or as it was found out; a server if neither. */
export function poolingOf(target: string | object): Pooling {
  if (typeof target !== 'string') return DIRECT;
  return readPrepare(target) === 'false' ? UNPREPARED : (learned.get(target) ?? DIRECT);
}

/** Keeps what was found out of an address. */
export function learn(url: string, pooling: Pooling): void {
  learned.set(url, pooling);
}

/** What LISTEN and locks of a session need. */
export function assertOwnSession(target: string | object): void {
  if (poolingOf(target).kind !== 'transaction') return;
  throw new StartupFault(
    'DATABASE_URL leads to a pooler whose transactions share connections: name the server itself in DATABASE_DIRECT_URL.',
  );
}

export type Settings = Record<string, string>;

/** What a URL says of prepared statements. */
export function readPrepare(url: string): string | undefined {
  return /[?&]prepare=([^&#]*)/.exec(url)?.[1];
}

/** BEGIN, with the settings where the session does not keep them. */
export function beginText({ kind }: Pooling, session: Settings): string {
  return kind === 'transaction' ? `begin;${setText('set local', session)}` : 'begin';
}

export function setText(set: 'set' | 'set local', session: Settings): string {
  return Object.entries(session)
    .map(([name, value]) => `${set} ${name} = '${value.replaceAll("'", "''")}'`)
    .join(';');
}

/** What the greeting may hold: a pooler refuses what it does not know. */
export function greetingOf({ kind }: Pooling, session: Settings): Settings {
  if (kind === 'direct') return session;
  const { application_name } = session;
  return application_name === undefined ? {} : { application_name };
}
