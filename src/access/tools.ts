import type { Clock } from '../lib/time/clock.ts';
import type { FileStore } from '../lib/files/store.ts';
import type { Outgoing, Reach } from '../lib/http/outgoing/outgoing.ts';
import type { SecretBox } from '../lib/crypto/secretBox.ts';

/** The tools of verbs besides the database; all callers of the process share them. */
export type Tools = Readonly<{
  /** Keeps what must be readable again, such as the keys of authenticator apps. */
  box: SecretBox;
  /** The store of pictures and documents. */
  files: FileStore;
  /** Decides whether an address may be called. */
  reach: Reach;
  outgoing: Outgoing;
  /** The address of this service as its clients know it. */
  public_url: string;
  /** True if a mail server is configured; without one, mails are files and inviters copy links. */
  sends_mail: boolean;
  /** When and where backups are made; undefined where no schedule is configured. */
  backups: BackupPlan | undefined;
  /** Hears of deleted sessions of accounts without an endpoint of their own; undefined where none is configured. */
  training_app: TrainingApp | undefined;
  /** Compares arguments with the schemas of skills. */
  schemas: SchemaChecker;
  /** The clock of requests and of work that outlives them. */
  clock: Clock;
}>;

/** The place without its secret, the minute of the day in UTC, and how many stay. */
export type BackupPlan = { place: string; at_minutes: number; keep: number };

/** The app on the glasses keeps its own sessions and is told here of each deletion. */
export type TrainingApp = { forget(notice: DeletionNotice, timeout_ms: number): Promise<TrainingAppReply> };

type DeletionNotice = { account_id: string; session_id: string; deleted_at: string };

/** The training app's reply in the contract's words, with the part of a failure worth keeping. */
export type TrainingAppReply = {
  state: 'sent' | 'queued' | 'failed';
  status: number | null;
  error: string | null;
  /** The wait that the app asks for before the next attempt. */
  retry_after_ms?: number;
};

/** Compares what callers send with what a skill's own JSON Schema wants; accounts take turns. */
export type SchemaChecker = {
  /** Throws BAD_REQUEST for an invalid or unusable schema. */
  assertSchema(account_id: string, schema: object): Promise<void>;
  /** Throws BAD_REQUEST that names the member. */
  assertArguments(account_id: string, schema: object, value: object): Promise<void>;
  close(): Promise<void>;
};
