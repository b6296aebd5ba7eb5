import type { Queryable } from '../../lib/sql/sql.ts';

export type WindowCount = { failures: number; since: string };

// across accounts: the account of a sign-in attempt is not known yet
export async function findWindowCount(
  db: Queryable,
  subject: Buffer,
  window_start: Date,
): Promise<WindowCount | undefined> {
  const [counted] = await db<WindowCount[]>`
    select counted.failures, counted.since
    from sign_in_failures as counted
    where counted.subject = ${subject}
      and counted.since >= ${window_start}`;
  return counted;
}

/** Increments the counter, or starts a new window with a count of one. */
// across accounts: the account of a sign-in attempt is not known yet
export async function incrementWindowCount(
  db: Queryable,
  subject: Buffer,
  now: Date,
  window_start: Date,
): Promise<WindowCount> {
  const [counted] = await db<[WindowCount]>`
    insert into sign_in_failures as earlier (subject, failures, since)
    values (${subject}, 1, ${now})
    on conflict (subject) do update
      set failures = case when earlier.since < ${window_start} then 1 else earlier.failures + 1 end,
          since = case when earlier.since < ${window_start} then ${now} else earlier.since end
    returning failures, since`;
  return counted;
}

// across accounts: counters belong to email or IP addresses, not to accounts
export async function decrementWindowCount(db: Queryable, subject: Buffer): Promise<void> {
  await db`
    update sign_in_failures
    set failures = failures - 1
    where subject = ${subject}
      and failures > 0`;
}

// across accounts: counters belong to email or IP addresses, not to accounts
export async function deleteCounts(db: Queryable, subjects: readonly Buffer[]): Promise<void> {
  await db`
    delete from sign_in_failures
    where subject in ${db(subjects)}`;
}

// across accounts: counters belong to email or IP addresses, not to accounts
export async function deleteCountsBefore(db: Queryable, before: Date): Promise<void> {
  await db`delete from sign_in_failures where since < ${before}`;
}

// across accounts: counters belong to email or IP addresses, not to accounts
export async function listOldCounts(db: Queryable, before: Date, at_most: number): Promise<Buffer[]> {
  const old = await db<{ subject: Buffer }[]>`
    select old.subject
    from sign_in_failures as old
    where old.since < ${before}
    order by old.since
    limit ${at_most}`;
  return old.map(({ subject }) => subject);
}

/** Deletes an expired counter, unless its window was restarted after it was listed. */
// across accounts: counters belong to email or IP addresses, not to accounts
export async function deleteOldCount(db: Queryable, subject: Buffer, before: Date): Promise<void> {
  await db`
    delete from sign_in_failures
    where subject = ${subject}
      and since < ${before}`;
}
