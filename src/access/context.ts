import type { Database } from '../lib/sql.ts';
import type { Tools } from './tools.ts';

/** Who acts: a task's source and the actor of its changes follow from this alone. */
export type Actor =
  | {
      kind: 'api';
      credential_id: string;
      /** The app, where the credential is an access token. */
      client_id?: string;
    }
  | { kind: 'agent'; credential_id: string }
  | { kind: 'user'; user_id: string }
  | { kind: 'integration'; integration_id: string; provider: string }
  | { kind: 'device'; seat_id: string }
  | { kind: 'session'; session_id: string; user_id: string }
  /** A member of the platform's staff, who has no account. */
  | { kind: 'staff'; user_id: string }
  | { kind: 'system' };

export type ActorOf<K extends Actor['kind']> = Extract<Actor, { kind: K }>;

/** What a verb knows of its caller. */
export type Context<A extends Actor = Actor> = {
  db: Database;
  account_id: string;
  actor: A;
  now: Date;
  tools: Tools;
};

/** The glasses of a seat. */
export type DeviceContext = Context<ActorOf<'device'>>;

/** An integrated outside system. */
export type IntegrationContext = Context<ActorOf<'integration'>>;
