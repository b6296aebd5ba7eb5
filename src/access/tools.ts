import type { Clock } from '../lib/time/clock.ts';
import type { FileStore } from '../lib/files/store.ts';
import type { OutgoingClient, OutgoingAccess } from '../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../lib/crypto/secretBox.ts';

/** The dependencies of feature functions, except the database. There is one instance per process. */
export type Tools = Readonly<{
  /** Encrypts secrets that must be readable again, such as the keys of authenticator apps. */
  box: SecretBox;
  /** The store of images and documents. */
  files: FileStore;
  /** Decides whether an outgoing call to an address is allowed. */
  reach: OutgoingAccess;
  outgoing: OutgoingClient;
  /** The URL under which clients reach this service. */
  public_url: string;
  /** True if a mail server is configured. Otherwise mails are written to files, and inviters copy the link. */
  sends_mail: boolean;
  /** The schedule of backups; undefined if no schedule is configured. */
  backups: BackupPlan | undefined;
  /**
   * Receives the deletions of sessions for accounts without their own deletion endpoint; undefined if not configured.
   */
  training_app: TrainingApp | undefined;
  /** The demo account; undefined if this installation is no demo. */
  demo: DemoAccount | undefined;
  /** Validates arguments against the JSON Schemas of skills. */
  schemas: SchemaChecker;
  /** The clock for requests, and for work that continues after a response. */
  clock: Clock;
}>;

/** `sign_ins` is empty if other machines can reach the service. */
export type DemoAccount = { account_id: string; sign_ins: readonly DemoSignIn[] };

/** `password_hash` is the stored hash of `password`. After a change of the password, the two hashes differ. */
export type DemoSignIn = {
  role: 'admin' | 'member' | 'staff';
  email: string;
  password: string;
  password_hash: string;
};

/** `place` is a folder or bucket URL without its secret; `at_minute_of_day` is the minute of the day in UTC. */
export type BackupPlan = { place: string; at_minute_of_day: number; keep: number };

/** The training app stores copies of sessions. This client tells the app which copies to delete. */
export type TrainingApp = { forget(notice: DeletionNotice, timeout_ms: number): Promise<TrainingAppReply> };

type DeletionNotice = { account_id: string; session_id: string; deleted_at: string };

/** The training app's reply, with the states of the contract and a short form of the error. */
export type TrainingAppReply = {
  state: 'sent' | 'queued' | 'failed';
  status: number | null;
  error: string | null;
  /** The value of the app's Retry-After header, in milliseconds. */
  retry_after_ms?: number;
};

/** Validates arguments against the JSON Schema of a skill. Accounts share the validation processes fairly. */
export type SchemaChecker = {
  /** Throws BAD_REQUEST for an invalid or unusable schema. */
  assertSchema(account_id: string, schema: object): Promise<void>;
  /** Throws a BAD_REQUEST that names the invalid member. */
  assertArguments(account_id: string, schema: object, value: object): Promise<void>;
  close(): Promise<void>;
};
