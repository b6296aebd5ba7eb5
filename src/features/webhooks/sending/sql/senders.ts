import {
  pipelineCommit,
  transaction,
  type Database,
  type Queryable,
  type Transaction,
} from '../../../../lib/sql/sql.ts';

export type SenderLifetimes = { alive_ms: number; counted_ms: number };

/** The key of the advisory lock. It must differ from all other advisory lock keys of this service. */
const SENDER_COUNT_LOCK = 7_361_102;

/** Serializes registrations, so that each new sender counts all senders that registered before it. */
// across accounts: the lock applies to the whole installation
async function lockSenderCount(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${SENDER_COUNT_LOCK})`;
}

/** Adds a sender; returns the number of other senders. */
// across accounts: a sender serves all accounts
export async function insertSender(db: Database, id: string, lifetimes: SenderLifetimes): Promise<number> {
  return transaction(db, async (tx) => {
    pipelineCommit(tx);
    const [, , [found]] = await Promise.all([
      lockSenderCount(tx),
      tx`
        insert into webhook_senders (id, alive_until, counted_until)
        values (${id}, ${inMs(tx, lifetimes.alive_ms)}, ${inMs(tx, lifetimes.counted_ms)})`,
      tx<[{ others: number }]>`select (${countOthers(tx, id)}) as others`,
    ]);
    return found.others;
  });
}

/**
 * Renews a sender and returns the number of other senders. Returns undefined if the sender is marked as lost or its
 * `counted_until` has passed.
 */
// across accounts: a sender serves all accounts
export async function renewSender(
  db: Queryable,
  id: string,
  lifetimes: SenderLifetimes,
): Promise<number | undefined> {
  const [kept] = await db<[{ others: number }?]>`
    update webhook_senders as sender
    set alive_until = ${inMs(db, lifetimes.alive_ms)},
        counted_until = ${inMs(db, lifetimes.counted_ms)}
    where sender.id = ${id}
      and not sender.is_lost
      and sender.counted_until > now()
    returning (${countOthers(db, id)}) as others`;
  return kept?.others;
}

/** Deletes a sender, which must have no leased rows. */
// across accounts: a sender serves all accounts
export async function deleteSender(db: Queryable, id: string): Promise<void> {
  await db`delete from webhook_senders where id = ${id}`;
}

/** Deletes senders whose `counted_until` passed more than a day ago. */
// across accounts: a sender serves all accounts
export async function deleteExpiredSenders(db: Queryable): Promise<void> {
  await db`delete from webhook_senders where counted_until < now() - interval '1 day'`;
}

function countOthers(db: Queryable, id: string) {
  return db`
    select count(*)::int
    from webhook_senders as other
    where other.id <> ${id}
      and not other.is_lost
      and other.counted_until > now()`;
}

function inMs(db: Queryable, ms: number) {
  return db`now() + ${ms}::int * interval '1 millisecond'`;
}
