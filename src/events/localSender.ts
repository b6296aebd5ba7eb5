import { perDatabase, type Database, type Transaction } from '../lib/sql/sql.ts';

/** A delivery whose queue row is leased to this process. */
export type LeasedDelivery = {
  account_id: string;
  endpoint_id: string;
  event_id: string;
  claim_id: string;
  sender_id: string;
  attempt: number;
  is_single: boolean;
  /** Ends the lease, and finds the row again. */
  leased_until: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
  secret_switches_at: string | null;
  body: string;
  /** The trace of what caused it; null for what is not traced. */
  traceparent: string | null;
};

/** The capacity of a sender at this moment. */
export type Offer = {
  /** The id of the sender that gets the lease. */
  sender_id: string;
  leased_until: Date;
  /** Accounts without free capacity. */
  full_accounts: ReadonlySet<string>;
  full_endpoints: string[];
};

/** A sender in the process that writes events. */
export type LocalSender = {
  /** Undefined when it takes nothing. */
  offer(account_ids: readonly string[]): Offer | undefined;
  /** Sends what was leased to it and has been committed. */
  send(deliveries: readonly LeasedDelivery[]): void;
};

const localSenders = perDatabase((): { sender: LocalSender | undefined } => ({ sender: undefined }));

/** From now on events of this database are offered to the sender, until the returned function is called. */
export function registerSender(db: Database, sender: LocalSender): () => void {
  const registered = localSenders(db);
  registered.sender = sender;
  return () => {
    if (registered.sender === sender) registered.sender = undefined;
  };
}

export function findSender(tx: Transaction): LocalSender | undefined {
  return localSenders(tx).sender;
}
