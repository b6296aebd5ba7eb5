import type { Language } from '../../../lib/text/language.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

/** The fields of a profile that users change themselves. Omitted fields do not change. */
export type ProfileChanges = { full_name?: string; locale?: string | null };

/** Returns the new profile; undefined if the user is inactive. */
export async function setProfile(
  tx: Transaction,
  account_id: string,
  id: string,
  { full_name, locale }: ProfileChanges,
): Promise<Required<ProfileChanges> | undefined> {
  const [profile] = await tx<Required<ProfileChanges>[]>`
    update users
    set full_name = coalesce(${full_name ?? null}, full_name),
        locale = ${locale === undefined ? tx`locale` : tx`${locale}`}
    where account_id = ${account_id}
      and id = ${id}
      and status = 'active'
    returning full_name, locale`;
  return profile;
}

export async function setUserLanguage(
  db: Queryable,
  account_id: string,
  id: string,
  language: Language,
): Promise<void> {
  await db`
    update users
    set language = ${language}
    where account_id = ${account_id}
      and id = ${id}
      and language is distinct from ${language}`;
}

/** Returns false if the user is inactive. */
export async function setUserEmail(
  tx: Transaction,
  account_id: string,
  id: string,
  email: string,
): Promise<boolean> {
  const set = await tx`
    update users
    set email = ${email}
    where account_id = ${account_id}
      and id = ${id}
      and status = 'active'
    returning id`;
  return set.length === 1;
}

/** Releases an email address, so that another user can have it. */
// across accounts: an address belongs to one user of the whole installation, and staff have no account
export async function releaseEmail(
  tx: Transaction,
  { email, user_id }: { email: string; user_id: string },
): Promise<void> {
  await tx`
    delete from email_addresses
    where email = ${email}
      and user_id = ${user_id}`;
}
