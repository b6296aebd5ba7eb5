import type { Database } from '../lib/sql/sql.ts';
import type { Scope } from './scopes.ts';
import type { Tools } from './tools.ts';

/** The author of a change, as tasks, events and audit entries record it. */
export type Actor =
  | {
      kind: 'api';
      credential_id: string;
      /** The app of an access token; absent for an API key. */
      client_id?: string;
    }
  /** A key or token that an AI agent uses over MCP. */
  | { kind: 'agent'; credential_id: string }
  | { kind: 'user'; user_id: string }
  | { kind: 'integration'; integration_id: string; provider: string }
  | { kind: 'device'; seat_id: string }
  | { kind: 'session'; session_id: string; user_id: string }
  /** A member of the platform's staff; staff belong to no account. */
  | { kind: 'staff'; user_id: string }
  | { kind: 'system' };

export type ActorOf<K extends Actor['kind']> = Extract<Actor, { kind: K }>;

/**
 * The first argument of each feature function: the account, the caller, the database, the time and other dependencies.
 */
export type Context<A extends Actor = Actor> = {
  db: Database;
  account_id: string;
  actor: A;
  now: Date;
  tools: Tools;
  /** The IP address of the client; absent for background work and commands. */
  address?: string;
};

/** The key or token of a caller. Without `expires_at`, the credential never expires. */
export type Credential = { credential_id: string; client_id?: string; expires_at?: string };

/** The context of a caller with an API key or access token, with the granted scopes. */
export type ApiContext = Context & { scopes: readonly Scope[]; credential: Credential };

/** The context of an operation that may wait for an event. */
export type WaitingContext = ApiContext & {
  /**
   * Marks the request as waiting, so that it does not count as load. The signal aborts when the client disconnects or
   * the service stops.
   */
  startWaiting: () => AbortSignal;
  /** Throws if the key or token has expired, was revoked, or lost the required scope since the request began. */
  assertStillValid: () => Promise<void>;
};

/** The context of a request from the glasses of a seat. */
export type DeviceContext = Context<ActorOf<'device'>>;

/** The context of a request from an external system that the account integrated. */
export type IntegrationContext = Context<ActorOf<'integration'>>;
