import type { Queryable, Transaction } from '../../lib/sql/sql.ts';

export type InvitationRow = {
  id: string;
  user_id: string;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
};

export type InvitedUser = { id: string; email: string; full_name: string; account_name: string };

export async function insertInvitation(
  tx: Transaction,
  account_id: string,
  invitation: InvitationRow,
): Promise<void> {
  await tx`
    insert into invitations ${tx({ account_id, ...invitation })}`;
}

/** Reads an invited user and locks the row, so that concurrent new invitations of this user run one after the other. */
export async function lockInvitedUser(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<InvitedUser | undefined> {
  const [person] = await tx<InvitedUser[]>`
    select person.id, person.email, person.full_name, account.name as account_name
    from users as person
    join accounts as account
      on account.id = person.account_id
    where person.account_id = ${account_id}
      and person.id = ${user_id}
      and person.status = 'active'
      and person.password_hash is null
    for update of person`;
  return person;
}

/** Finds the full name of the user who invites. */
export async function findInviterName(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<string | null> {
  const [person] = await tx<{ full_name: string }[]>`
    select person.full_name
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${user_id}`;
  return person?.full_name ?? null;
}

/** Finds the user of an open invitation: not accepted, not expired, and the user is not deactivated. */
export async function findInvitedUser(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<InvitedUser | undefined> {
  const [person] = await db<InvitedUser[]>`
    select person.id, person.email, person.full_name, account.name as account_name
    from invitations as invitation
    join users as person
      on person.account_id = ${account_id}
      and person.id = invitation.user_id
      and person.status = 'active'
      and person.password_hash is null
    join accounts as account
      on account.id = invitation.account_id
      and account.state = 'active'
    where invitation.account_id = ${account_id}
      and invitation.token_hash = ${token_hash}
      and invitation.accepted_at is null
      and invitation.expires_at > ${now}`;
  return person;
}

/** Returns false if the invitation was used, expired or was replaced in the meantime. */
export async function markInvitationUsed(
  tx: Transaction,
  account_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await tx`
    update invitations
    set accepted_at = ${now}
    where account_id = ${account_id}
      and token_hash = ${token_hash}
      and accepted_at is null
      and expires_at > ${now}
    returning id`;
  return used.length === 1;
}

/** Deletes the earlier open invitations of a user, so that only the newest link works. */
export async function deleteOpenInvitations(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<void> {
  await tx`
    delete from invitations
    where account_id = ${account_id}
      and user_id = ${user_id}
      and accepted_at is null`;
}
