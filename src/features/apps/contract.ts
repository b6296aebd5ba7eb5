import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { ALL_SCOPES } from '../../access/scopes.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema.ts';
import { APP_NAME, CLIENT_ID, NOTES } from './rules.ts';

const APP_STATUSES = ['development', 'active', 'suspended'] as const;
const Scopes = Type.Array(OneOf(ALL_SCOPES), {
  minItems: 1,
  maxItems: ALL_SCOPES.length,
  uniqueItems: true,
});

const Review = Answer({
  submitted_at: Timestamp,
  decision: Nullable(OneOf(['approved', 'sent_back', 'withdrawn'])),
  notes: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
});

/** What customers see of an app. */
const Face = Answer({
  name: Type.String(),
  description: Type.String(),
  homepage: Type.String(),
  owner_name: Type.String(),
});
export type Face = Static<typeof Face>;

export const OAuthApp = Answer({
  client_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  homepage: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(OneOf(ALL_SCOPES)),
  status: OneOf(APP_STATUSES),
  secret_last4: Type.String(),
  review: Nullable(Review),
  /** The approved version that customers see until the next review; null before the first. */
  reviewed: Nullable(Face),
  created_at: Timestamp,
});
export type OAuthApp = Static<typeof OAuthApp>;
export type AppStatus = OAuthApp['status'];

const about = {
  name: Type.String(APP_NAME),
  description: Type.String({ maxLength: 2_000 }),
  homepage: Type.String({ maxLength: 2_000 }),
  redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
  }),
  scopes: Scopes,
};

export const NewApp = Input({
  ...about,
  description: Type.Optional(about.description),
  homepage: Type.Optional(about.homepage),
});
export type NewApp = Static<typeof NewApp>;

export const AppChanges = Type.Partial(Input(about), { additionalProperties: false });
export type AppChanges = Static<typeof AppChanges>;

const AppList = Answer({ apps: Type.Array(OAuthApp) });
const AppRef = Input({ client_id: Type.String(CLIENT_ID) });
const AppSecret = Answer({ client_id: Type.String(), client_secret: Type.String() });
const AppDeleted = Answer({ deleted: Type.Literal(true) });

/** Every submission of one app, the newest first. */
const AppReviews = Answer({ reviews: Type.Array(Review) });
export type AppReview = Static<typeof Review>;

/** An account that connected an app, as the makers of the app see it. */
const AppConnection = Answer({
  account_name: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  connected_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  is_own: Type.Boolean(),
});
export type AppConnection = Static<typeof AppConnection>;
const AppConnections = Answer({ connections: Type.Array(AppConnection) });

const Submission = Answer({
  name: Type.String(),
  description: Type.String(),
  homepage: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  /** The maker's name; not kept of older reviews. */
  owner_name: Type.Optional(Type.String()),
});
export type Submission = Static<typeof Submission>;

const PastReview = Answer({
  submitted_at: Timestamp,
  submitted_by: Nullable(Type.String()),
  decision: Nullable(OneOf(['approved', 'sent_back', 'withdrawn'])),
  notes: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
  submitted: Nullable(Submission),
});
export type PastReview = Static<typeof PastReview>;

/** A member of an app that changed since the last decision. */
const Difference = Answer({
  member: OneOf(['name', 'owner_name', 'description', 'homepage', 'redirect_uris', 'scopes']),
  before: Type.Array(Type.String()),
  after: Type.Array(Type.String()),
});
export type Difference = Static<typeof Difference>;

const Owner = Answer({ id: Uuid, name: Type.String() });

/** An app as the platform's staff lists it. */
const StaffApp = Answer({
  client_id: Type.String(),
  name: Type.String(),
  account: Owner,
  status: OneOf(APP_STATUSES),
  scopes: Type.Array(Type.String()),
  /** Since when it waits for a decision. */
  submitted_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type StaffApp = Static<typeof StaffApp>;

const STAFF_APP_STATES = ['waiting', ...APP_STATUSES] as const;

export const StaffAppFilter = Input({
  state: Type.Optional(OneOf(STAFF_APP_STATES)),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  ...Page,
});
export type StaffAppFilter = Static<typeof StaffAppFilter>;

export const StaffAppPage = Answer({
  apps: Type.Array(StaffApp),
  has_more: Type.Boolean(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type StaffAppPage = Static<typeof StaffAppPage>;

/** What a suspension of the app would end. */
const Reach = Answer({ accounts: Type.Integer(), grants: Type.Integer(), tokens: Type.Integer() });
export type Reach = Static<typeof Reach>;

/** An app with what a decision needs. */
export const StaffAppDetail = Answer({
  app: OAuthApp,
  account: Owner,
  /** Identifies the version shown; a decision with it fails when the app has changed since. */
  revision: Type.String(),
  /** Null before the first decision: all of it is new. */
  differences: Nullable(Type.Array(Difference)),
  reviews: Type.Array(PastReview),
  reach: Reach,
});
export type StaffAppDetail = Static<typeof StaffAppDetail>;

const Ruling = Input({
  decision: OneOf(['approve', 'send_back', 'suspend']),
  notes: Type.Optional(Type.String(NOTES)),
  revision: Type.Optional(Type.String({ maxLength: 100 })),
});
const Ruled = Answer({ status: OneOf(APP_STATUSES) });

export const appsApi = consoleApi(
  {
    'GET /apps': { summary: 'List own apps', role: 'admin', answer: AppList },
    'POST /apps': { summary: 'Register an app', role: 'admin', body: NewApp, answer: AppSecret, status: 201 },
    'PATCH /apps': {
      summary: 'Change an app',
      role: 'admin',
      query: AppRef,
      body: AppChanges,
      answer: OAuthApp,
    },
    'DELETE /apps': { summary: 'Delete an app', role: 'admin', query: AppRef, answer: AppDeleted },
    'GET /app': { summary: 'Read an app', role: 'admin', query: AppRef, answer: OAuthApp },
    'GET /app/connections': {
      summary: 'List the accounts that connected an app',
      role: 'admin',
      query: AppRef,
      answer: AppConnections,
    },
    'POST /apps/secret': {
      summary: 'Replace the secret of an app',
      role: 'admin',
      query: AppRef,
      answer: AppSecret,
    },
    'GET /apps/review': {
      summary: 'List the reviews of an app',
      role: 'admin',
      query: AppRef,
      answer: AppReviews,
    },
    'POST /apps/review': {
      summary: 'Submit an app for review',
      role: 'admin',
      query: AppRef,
      answer: OAuthApp,
    },
  },
  { tag: 'Apps' },
);

export const appsStaffApi = consoleApi(
  {
    'GET /staff/apps': {
      summary: 'List the apps of all accounts, those that wait for review first',
      role: 'staff',
      query: StaffAppFilter,
      answer: StaffAppPage,
    },
    'GET /staff/app': {
      summary: 'Read all that a decision on an app needs',
      role: 'staff',
      query: AppRef,
      answer: StaffAppDetail,
    },
    'POST /staff/reviews': {
      summary: 'Decide on an app',
      role: 'staff',
      query: AppRef,
      body: Ruling,
      answer: Ruled,
    },
  },
  { tag: 'Staff' },
);
