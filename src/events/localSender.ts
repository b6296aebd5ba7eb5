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
  /** The end of the lease; also part of the key that identifies the queue row. */
  leased_until: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
  secret_switches_at: string | null;
  body: string;
  /** The trace context of the request that caused the event; null if it was not traced. */
  traceparent: string | null;
};

/** The lease that a sender offers to new deliveries, and its limits at this moment. */
export type LeaseOffer = {
  /** The id of the sender that gets the lease. */
  sender_id: string;
  leased_until: Date;
  /** Accounts with too few free slots; their deliveries are not leased. */
  full_accounts: ReadonlySet<string>;
  full_endpoints: string[];
};

/** The sender of this process, as seen by the code that writes events. */
export type LocalSender = {
  /** Returns undefined if the sender cannot accept deliveries now; they are then written without a lease. */
  offerLease(account_ids: readonly string[]): LeaseOffer | undefined;
  /** Sends deliveries that are leased to this sender. Call it after the commit. */
  send(deliveries: readonly LeasedDelivery[]): void;
};

const localSenders = perDatabase((): { sender: LocalSender | undefined } => ({ sender: undefined }));

/** Events of this database are offered to the sender until the returned function is called. */
export function registerLocalSender(db: Database, sender: LocalSender): () => void {
  const registered = localSenders(db);
  registered.sender = sender;
  return () => {
    if (registered.sender === sender) registered.sender = undefined;
  };
}

export function findLocalSender(tx: Transaction): LocalSender | undefined {
  return localSenders(tx).sender;
}
