import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { AccountState } from '../contract.ts';

export async function insertAccount(
  tx: Transaction,
  account_id: string,
  name: string,
  now: Date,
): Promise<void> {
  await tx`
    insert into accounts ${tx({ id: account_id, name, created_at: now })}`;
}

export async function hasAccount(db: Queryable, account_id: string): Promise<boolean> {
  const found = await db`
    select 1
    from accounts as account
    where account.id = ${account_id}`;
  return found.length === 1;
}

export async function lockAccount(
  tx: Transaction,
  account_id: string,
): Promise<{ name: string; state: AccountState } | undefined> {
  const [account] = await tx<{ name: string; state: AccountState }[]>`
    select account.name, account.state
    from accounts as account
    where account.id = ${account_id}
    for no key update of account`;
  return account;
}

export async function renameAccount(tx: Transaction, account_id: string, name: string): Promise<void> {
  await tx`
    update accounts
    set name = ${name}
    where id = ${account_id}`;
}

export async function findAccountLogo(db: Queryable, account_id: string): Promise<string | null | undefined> {
  const [account] = await db<{ logo: string | null }[]>`
    select account.logo
    from accounts as account
    where account.id = ${account_id}`;
  return account?.logo;
}

/** Returns false if the value is already set. */
export async function setAccountLogo(
  tx: Transaction,
  account_id: string,
  logo: string | null,
): Promise<boolean> {
  const changed = await tx`
    update accounts
    set logo = ${logo}
    where id = ${account_id}
      and logo is distinct from ${logo}`;
  return changed.count === 1;
}

// across accounts: reads the time zones of PostgreSQL
export async function isKnownTimeZone(db: Queryable, name: string): Promise<boolean> {
  const known = await db`
    select 1
    from pg_timezone_names as zone
    where zone.name = ${name}`;
  return known.length === 1;
}

/** Returns false if the value is already set. */
export async function setAccountTimeZone(
  tx: Transaction,
  account_id: string,
  time_zone: string,
): Promise<boolean> {
  const changed = await tx`
    update accounts
    set time_zone = ${time_zone}
    where id = ${account_id}
      and time_zone <> ${time_zone}`;
  return changed.count === 1;
}

export async function setAccountState(
  tx: Transaction,
  account_id: string,
  state: AccountState,
): Promise<void> {
  await tx`
    update accounts
    set state = ${state}
    where id = ${account_id}`;
}

export async function deleteAccount(tx: Transaction, account_id: string): Promise<void> {
  await tx`
    delete from accounts
    where id = ${account_id}`;
}

export async function setAccountSearchLanguage(
  tx: Transaction,
  account_id: string,
  language: string,
): Promise<boolean> {
  const changed = await tx`
    update accounts
    set language = ${language}
    where id = ${account_id}
      and language <> ${language}`;
  return changed.count === 1;
}
