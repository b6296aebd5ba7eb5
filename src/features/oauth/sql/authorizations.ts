import type { Scope } from '../../../access/scopes.ts';
import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type AuthorizationRequestRow = {
  id: string;
  client_id: string;
  user_id: string;
  browser_session_id: string;
  redirect_uri: string;
  scopes: Scope[];
  state: string | null;
  code_challenge: string;
  created_at: Date;
};

export async function insertAuthorizationRequest(
  db: Queryable,
  account_id: string,
  asked: AuthorizationRequestRow,
): Promise<void> {
  await db`
    insert into oauth_authorizations ${db({ account_id, ...asked })}`;
}

export type AuthorizationDecision = 'allowed' | 'denied';

export type PendingAuthorizationRequest = Pick<
  AuthorizationRequestRow,
  'id' | 'client_id' | 'redirect_uri' | 'scopes' | 'state'
> & {
  is_second_click: boolean;
};

/**
 * Locks the undecided authorization request of this sign-in. A request that was decided moments ago is also found while
 * its code is unused: after a double click, the browser keeps only the last response.
 */
export async function lockAuthorizationRequest(
  tx: Transaction,
  account_id: string,
  id: string,
  of: { browser_session_id: string; asked_after: Date; decision: AuthorizationDecision; clicked_after: Date },
): Promise<PendingAuthorizationRequest | undefined> {
  const [asked] = await tx<PendingAuthorizationRequest[]>`
    select
      asked.id,
      asked.client_id,
      asked.redirect_uri,
      asked.scopes,
      asked.state,
      asked.decision is not null as is_second_click
    from oauth_authorizations as asked
    where asked.account_id = ${account_id}
      and asked.id = ${id}
      and asked.browser_session_id = ${of.browser_session_id}
      and asked.created_at > ${of.asked_after}
      and asked.ended_at is null
      and (
        asked.decision is null
        or (
          asked.decision = ${of.decision}
          and asked.decided_at >= ${of.clicked_after}
          and asked.redeemed_at is null
        )
      )
    for update of asked`;
  return asked;
}

/** Stores the decision. The code of an earlier click also stays valid, because the browser may keep either response. */
export async function updateAuthorizationDecision(
  tx: Transaction,
  account_id: string,
  id: string,
  decided: { decision: AuthorizationDecision; decided_at: Date; code_hash: Buffer | null },
): Promise<void> {
  await tx`
    update oauth_authorizations
    set ${tx(decided)},
        other_code_hash = code_hash
    where account_id = ${account_id}
      and id = ${id}`;
}
