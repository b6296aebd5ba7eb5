import type { Database } from '../lib/sql/sql.ts';
import type { Scope } from './scopes.ts';
import type { Tools } from './tools.ts';

/** The caller. A task's source and the actor of its changes follow from it. */
export type Actor =
  | {
      kind: 'api';
      credential_id: string;
      /** The app, where the credential is an access token. */
      client_id?: string;
    }
  /** A key or token at the door for agents. */
  | { kind: 'agent'; credential_id: string }
  | { kind: 'user'; user_id: string }
  | { kind: 'integration'; integration_id: string; provider: string }
  | { kind: 'device'; seat_id: string }
  | { kind: 'session'; session_id: string; user_id: string }
  /** A member of the platform's staff, who has no account. */
  | { kind: 'staff'; user_id: string }
  | { kind: 'system' };

export type ActorOf<K extends Actor['kind']> = Extract<Actor, { kind: K }>;

/** The data that a verb receives about its caller. */
export type Context<A extends Actor = Actor> = {
  db: Database;
  account_id: string;
  actor: A;
  now: Date;
  tools: Tools;
  /** The IP address of the client. */
  address?: string;
};

/** The credential of a caller; without `expires_at` it never expires. */
export type Credential = { credential_id: string; client_id?: string; expires_at?: string };

/** A key or token of the API, and what it may do. */
export type ApiContext = Context & { scopes: readonly Scope[]; credential: Credential };

/** The context of an operation that may wait for an event. */
export type WaitingContext = ApiContext & {
  /** From now on the request only waits; the signal tells that its client has left, or that the service stops. */
  park: () => AbortSignal;
  /** Throws once the key or token is not valid any more. */
  assertStillValid: () => Promise<void>;
};

/** The glasses of a seat. */
export type DeviceContext = Context<ActorOf<'device'>>;

/** An integrated outside system. */
export type IntegrationContext = Context<ActorOf<'integration'>>;
