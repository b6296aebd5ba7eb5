import {
  pipelineCommit,
  transaction,
  type Database,
  type Queryable,
  type Transaction,
} from '../../../../lib/sql/sql.ts';

export type Lifetimes = { alive_ms: number; counted_ms: number };

/** Any number, as long as nothing else takes it. */
const SHARING = 7_361_102;

/** Senders join one after the other, so that each counts those that joined before. */
// across accounts: a lock of the installation
async function lockSharing(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${SHARING})`;
}

/** Adds a sender; returns how many others there are. */
// across accounts: senders work for the installation
export async function insertSender(db: Database, id: string, lifetimes: Lifetimes): Promise<number> {
  return transaction(db, async (tx) => {
    pipelineCommit(tx);
    const [, , [found]] = await Promise.all([
      lockSharing(tx),
      tx`
        insert into webhook_senders (id, alive_until, counted_until)
        values (${id}, ${inMs(tx, lifetimes.alive_ms)}, ${inMs(tx, lifetimes.counted_ms)})`,
      tx<[{ others: number }]>`select (${countOthers(tx, id)}) as others`,
    ]);
    return found.others;
  });
}

/** The sender goes on living; undefined if its leases were taken. Otherwise how many others there are. */
// across accounts: senders work for the installation
export async function renewSender(
  db: Queryable,
  id: string,
  lifetimes: Lifetimes,
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

/** A sender that holds nothing any more. */
// across accounts: senders work for the installation
export async function removeSender(db: Queryable, id: string): Promise<void> {
  await db`delete from webhook_senders where id = ${id}`;
}

/** Deletes senders that died long ago. */
// across accounts: senders work for the installation
export async function forgetSenders(db: Queryable): Promise<void> {
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
