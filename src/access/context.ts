import type { Database } from '../lib/sql.ts';
import type { Tools } from './tools.ts';

/** Who acts. What a task records of its origin and of its changes follows from this and from nothing else. */
export type Actor =
  | {
      kind: 'api';
      credential_id: string;
      /** The app that acts, where the credential is an access token. */
      client_id?: string;
    }
  | { kind: 'agent'; credential_id: string }
  | { kind: 'user'; user_id: string }
  | { kind: 'integration'; integration_id: string; provider: string }
  | { kind: 'device'; seat_id: string }
  | { kind: 'session'; session_id: string; user_id: string }
  /** One of the platform's staff, who belongs to no account. */
  | { kind: 'staff'; user_id: string }
  | { kind: 'system' };

export type ActorOf<K extends Actor['kind']> = Extract<Actor, { kind: K }>;

/** All that a verb may know of its caller. */
export type Context<A extends Actor = Actor> = {
  db: Database;
  account_id: string;
  actor: A;
  now: Date;
  tools: Tools;
};

/** Glasses at work on their seat. */
export type DeviceContext = Context<ActorOf<'device'>>;

/** An integrated system at work. */
export type IntegrationContext = Context<ActorOf<'integration'>>;
