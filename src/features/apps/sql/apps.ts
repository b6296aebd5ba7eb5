import { isoTime } from '../../../lib/sql/isoTime.ts';
import type { Scope } from '../../../access/scopes.ts';
import { andContainsWords } from '../../../lib/sql/containsWords.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type {
  AppChanges,
  ConnectedAccount,
  AppReview,
  AppStatus,
  PublishedApp,
  OAuthApp,
  AppSubmission,
} from '../contract.ts';

export type AppRow = Omit<OAuthApp, 'review' | 'reviewed' | 'created_at' | 'status'> & {
  secret_hash: Buffer;
  created_by: string | null;
  created_at: Date;
};

/** An app with its reviewed version, the account of its owner and the hash of its secret. */
export type OAuthClientRow = {
  client_id: string;
  account_id: string;
  /** The current name of the owner's account; `owner_name` is the reviewed name that customers see. */
  account_name: string;
  owner_name: string;
  name: string;
  description: string;
  homepage: string;
  redirect_uris: string[];
  scopes: Scope[];
  status: AppStatus;
  secret_hash: Buffer;
};

// across accounts: customers of all accounts use an app by its client_id
export async function findOAuthClient(db: Queryable, client_id: string): Promise<OAuthClientRow | undefined> {
  const registered = await findRegistered(db, client_id);
  if (!registered) return undefined;
  const account_name = await findOwnerName(db, registered.account_id);
  if (account_name === undefined) return undefined;
  const { owner_name, ...client } = registered;
  return { ...client, account_name, owner_name: owner_name ?? account_name };
}

type Registered = Omit<OAuthClientRow, 'account_name' | 'owner_name'> & { owner_name: string | null };

// across accounts: customers of all accounts use an app by its client_id
async function findRegistered(db: Queryable, client_id: string): Promise<Registered | undefined> {
  const [app] = await db<Registered[]>`
    select
      app.client_id,
      app.account_id,
      app.reviewed ->> 'owner_name' as owner_name,
      coalesce(app.reviewed ->> 'name', app.name) as name,
      coalesce(app.reviewed ->> 'description', app.description) as description,
      coalesce(app.reviewed ->> 'homepage', app.homepage) as homepage,
      app.redirect_uris,
      app.scopes,
      app.status,
      app.secret_hash
    from oauth_apps as app
    where app.client_id = ${client_id}
      and app.deleted_at is null`;
  return app;
}

async function findOwnerName(db: Queryable, account_id: string): Promise<string | undefined> {
  const [owner] = await db<{ name: string }[]>`
    select owner.name
    from accounts as owner
    where owner.id = ${account_id}`;
  return owner?.name;
}

export async function insertApp(tx: Transaction, account_id: string, app: AppRow): Promise<void> {
  await tx`
    insert into oauth_apps ${tx({ account_id, ...app })}`;
}

export async function findApp(
  db: Queryable,
  account_id: string,
  client_id: string,
): Promise<OAuthApp | undefined> {
  const [app] = await db<OAuthApp[]>`
    select ${appColumns(db)}
    from oauth_apps as app
    ${latestReview(db, account_id)}
    where app.account_id = ${account_id}
      and app.client_id = ${client_id}
      and app.deleted_at is null`;
  return app;
}

export async function listApps(db: Queryable, account_id: string, search?: string): Promise<OAuthApp[]> {
  const text = db`lower(app.name || ' ' || app.client_id)`;
  return db<OAuthApp[]>`
    select ${appColumns(db)}
    from oauth_apps as app
    ${latestReview(db, account_id)}
    where app.account_id = ${account_id}
      and app.deleted_at is null
      ${andContainsWords(db, text, search)}
    order by app.created_at desc, app.client_id`;
}

/**
 * Locks the row, so that decisions and edits do not overlap. A second statement reads the app: a statement that waited
 * for the lock would join the version of the review from before the wait.
 */
export async function lockApp(
  tx: Transaction,
  account_id: string,
  client_id: string,
): Promise<OAuthApp | undefined> {
  await tx`
    select 1
    from oauth_apps as app
    where app.account_id = ${account_id}
      and app.client_id = ${client_id}
    for update of app`;
  return findApp(tx, account_id, client_id);
}

export type AppUpdate = AppChanges & {
  status?: AppStatus;
  secret_hash?: Buffer;
  secret_last4?: string;
  deleted_at?: Date;
  reviewed?: PublishedApp;
};

export async function updateApp(
  tx: Transaction,
  account_id: string,
  client_id: string,
  { reviewed, ...update }: AppUpdate,
): Promise<void> {
  await tx`
    update oauth_apps
    set ${tx({ ...update, ...(reviewed && { reviewed: tx.json(reviewed) }) })}
    where account_id = ${account_id}
      and client_id = ${client_id}`;
}

export type ReviewRow = {
  id: string;
  client_id: string;
  submitted_by: string | null;
  submitted_at: Date;
  submitted: AppSubmission;
};

/** Returns false if a review is already open. */
export async function insertReview(
  tx: Transaction,
  account_id: string,
  { submitted, ...review }: ReviewRow,
): Promise<boolean> {
  const inserted = await tx`
    insert into oauth_app_reviews ${tx({ account_id, ...review, submitted: tx.json(submitted) })}
    on conflict do nothing
    returning id`;
  return inserted.length === 1;
}

export type ReviewDecisionUpdate = {
  decision: 'approved' | 'sent_back' | 'withdrawn';
  notes: string | null;
  decided_at: Date;
  /** The version that the decision applies to; it can be newer than the submitted one. */
  submitted?: AppSubmission;
};

export async function decideReview(
  tx: Transaction,
  account_id: string,
  client_id: string,
  { submitted, ...decision }: ReviewDecisionUpdate,
): Promise<void> {
  await tx`
    update oauth_app_reviews
    set ${tx({ ...decision, ...(submitted && { submitted: tx.json(submitted) }) })}
    where account_id = ${account_id}
      and client_id = ${client_id}
      and decision is null`;
}

export async function listAppReviews(
  db: Queryable,
  account_id: string,
  client_id: string,
): Promise<AppReview[]> {
  return db<AppReview[]>`
    select review.submitted_at, review.decision, review.notes, review.decided_at
    from oauth_app_reviews as review
    where review.account_id = ${account_id}
      and review.client_id = ${client_id}
    order by review.id desc`;
}

const MOST_CONNECTIONS = 200;

/** Lists the accounts that connected an app of this account. */
// across accounts: customers of all accounts connect an app
export async function listConnectedAccounts(
  db: Queryable,
  account_id: string,
  client_id: string,
): Promise<ConnectedAccount[]> {
  return db<ConnectedAccount[]>`
    select
      customer.name as account_name,
      coalesce(
        array_agg(distinct scope order by scope) filter (where scope = any (app.scopes)), '{}'
      ) as scopes,
      min(given.created_at) as connected_at,
      max(given.last_used_at) as last_used_at,
      given.account_id = ${account_id} as is_own
    from oauth_apps as app
    join oauth_grants as given
      on given.client_id = app.client_id
      and given.revoked_at is null
    cross join unnest(given.scopes) as scope
    left join accounts as customer
      on customer.id = given.account_id
    where app.account_id = ${account_id}
      and app.client_id = ${client_id}
    group by given.account_id, customer.name
    order by connected_at desc, given.account_id
    limit ${MOST_CONNECTIONS}`;
}

function appColumns(db: Queryable): Fragment {
  return db`
    app.client_id,
    app.name,
    app.description,
    app.homepage,
    app.redirect_uris,
    app.scopes,
    app.status,
    app.secret_last4,
    review.body as review,
    app.reviewed,
    app.created_at`;
}

function latestReview(db: Queryable, account_id: string): Fragment {
  return db`
    left join lateral (
      select json_build_object(
        'submitted_at', ${isoTime(db, db`review.submitted_at`)},
        'decision', review.decision,
        'notes', review.notes,
        'decided_at', ${isoTime(db, db`review.decided_at`)}
      ) as body
      from oauth_app_reviews as review
      where review.account_id = ${account_id}
        and review.client_id = app.client_id
      order by review.id desc
      limit 1
    ) as review on true`;
}

type Maker = { id: string; email: string; full_name: string };

/** The recipients of mails about an app: the admins of its account. */
export async function listAppAdmins(tx: Transaction, account_id: string): Promise<Maker[]> {
  return tx<Maker[]>`
    select person.id, person.email, person.full_name
    from users as person
    where person.account_id = ${account_id}
      and person.is_admin
      and person.status = 'active'
      and person.password_hash is not null
    order by person.id`;
}
