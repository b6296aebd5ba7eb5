import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { ALL_SCOPES } from '../../access/scopes.ts';
import {
  About,
  Answer,
  CountedPage,
  EachOptional,
  ExpectedValuesInput,
  Input,
  Nullable,
  OneOf,
  Page,
  PagePosition,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { APP_NAME_RULE, CLIENT_ID_RULE, REVIEW_NOTES_RULE } from './rules.ts';

const APP_STATUSES = ['development', 'active', 'suspended'] as const;

const Review = Answer({
  submitted_at: About('The time at which the app was submitted.', Timestamp),
  decision: About(
    'The decision about the submission. Null while it waits.',
    Nullable(OneOf(['approved', 'sent_back', 'withdrawn'])),
  ),
  notes: Nullable(Type.String({ description: 'The notes of the reviewers.' })),
  decided_at: About('The time of the decision. Null while the submission waits.', Nullable(Timestamp)),
});

const name = { description: 'The name that customers are shown.', examples: ['Shift planner'] };
const description = { description: 'A description of the app for customers.' };
const homepage = {
  description: 'The page of the app; empty without one.',
  examples: ['https://planner.example'],
};
const redirectUri = Type.String({
  minLength: 1,
  maxLength: 2_000,
  examples: ['https://planner.example/callback'],
});
const redirectUris = { description: 'The allowed redirect URIs, compared exactly.' };
const scopes = { description: 'The scopes that the app can ask customers for.' };
const clientId = Type.String({
  description: 'The client id of the app.',
  examples: ['app_4rTq8ZkW2mXv9BnL6cYd1PsG'],
});

/** The fields of an app that customers see. */
const PublishedApp = Answer({
  name: Type.String(name),
  description: Type.String(description),
  homepage: Type.String(homepage),
  owner_name: Type.String({ description: 'The account that made it.' }),
});
export type PublishedApp = Static<typeof PublishedApp>;

export const OAuthApp = Answer(
  {
    client_id: clientId,
    name: Type.String(name),
    description: Type.String(description),
    homepage: Type.String(homepage),
    redirect_uris: Type.Array(redirectUri, redirectUris),
    scopes: Type.Array(OneOf(ALL_SCOPES), scopes),
    status: About(
      'Only its own account can connect an app in development. Every account can connect an active app.',
      OneOf(APP_STATUSES),
    ),
    secret_last4: Type.String({
      description: 'The last four characters of its client secret.',
      examples: ['h8Kd'],
    }),
    review: About('The latest submission; null before the first.', Nullable(Review)),
    reviewed: About(
      'The approved version, which customers see. Null before the first.',
      Nullable(PublishedApp),
    ),
    created_at: About('The time at which the app was registered.', Timestamp),
  },
  {
    title: 'App',
    description: 'An app that asks customers for access to their accounts, without its secret.',
  },
);
export type OAuthApp = Static<typeof OAuthApp>;
export type AppStatus = OAuthApp['status'];

const about = {
  name: Type.String({ ...APP_NAME_RULE, ...name }),
  description: Type.String({ maxLength: 2_000, ...description }),
  homepage: Type.String({ maxLength: 2_000, ...homepage }),
  redirect_uris: Type.Array(redirectUri, { minItems: 1, maxItems: 20, uniqueItems: true, ...redirectUris }),
  scopes: Type.Array(OneOf(ALL_SCOPES), {
    minItems: 1,
    maxItems: ALL_SCOPES.length,
    uniqueItems: true,
    ...scopes,
  }),
};

export const NewApp = Input(
  {
    ...about,
    description: Type.Optional(about.description),
    homepage: Type.Optional(about.homepage),
  },
  { title: 'NewApp', description: 'An app to register.' },
);
export type NewApp = Static<typeof NewApp>;

export const AppChanges = Input(EachOptional(about), {
  title: 'AppChanges',
  description: 'The changes of an app.',
});
export type AppChanges = Static<typeof AppChanges>;
const AppEdit = Input({ ...AppChanges.properties, expected: ExpectedValuesInput });

/** The states that pages show. An app in development with a review that waits for a decision is in review. */
const SHOWN_STATUSES = ['in_review', ...APP_STATUSES] as const;

export const AppFilter = Input({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that the name or the client id of the app contain.' }),
  ),
  status: Type.Optional(
    About('Only apps of this status; `in_review` for apps that wait for a decision.', OneOf(SHOWN_STATUSES)),
  ),
  sort: Type.Optional(About('The order: `name` from A to Z. Newest first without it.', OneOf(['name']))),
  ...Page,
});
export type AppFilter = Static<typeof AppFilter>;
export const AppPage = Answer(
  { apps: Type.Array(OAuthApp, { description: 'The apps of this page.' }), ...CountedPage },
  { title: 'AppPage', description: 'A page of apps.' },
);
export type AppPage = Static<typeof AppPage>;
export const AppRef = Input({
  client_id: Type.String({ ...CLIENT_ID_RULE, description: 'The client id of the app.' }),
});
const AppSecret = Answer(
  {
    client_id: clientId,
    client_secret: Type.String({ description: 'The client secret, shown only here.', examples: ['tos_…'] }),
  },
  { title: 'AppSecret', description: 'A new client secret of an app.' },
);
const AppDeleted = Answer(
  { deleted: Type.Literal(true, { description: 'Always true: the tokens of the app no longer work.' }) },
  { title: 'DeletedApp', description: 'An app that was deleted.' },
);

/** Every submission of one app, the newest first. */
const AppReviews = Answer({ reviews: Type.Array(Review) });
export type AppReview = Static<typeof Review>;

/** An account that connected an app, as the developers of the app see it. */
const ConnectedAccount = Answer({
  account_name: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  connected_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  is_own: Type.Boolean(),
});
export type ConnectedAccount = Static<typeof ConnectedAccount>;
const AppConnections = Answer({ connections: Type.Array(ConnectedAccount) });

const AppSubmission = Answer({
  name: Type.String(),
  description: Type.String(),
  homepage: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  /** The name of the owner; missing in older reviews. */
  owner_name: Type.Optional(Type.String()),
});
export type AppSubmission = Static<typeof AppSubmission>;

const PastReview = Answer({
  submitted_at: Timestamp,
  submitted_by: Nullable(Type.String()),
  decision: Nullable(OneOf(['approved', 'sent_back', 'withdrawn'])),
  notes: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
  submitted: Nullable(AppSubmission),
});
export type PastReview = Static<typeof PastReview>;

/** A field of an app that changed since the last decision. */
const AppDifference = Answer({
  member: OneOf(['name', 'owner_name', 'description', 'homepage', 'redirect_uris', 'scopes']),
  before: Type.Array(Type.String()),
  after: Type.Array(Type.String()),
});
export type AppDifference = Static<typeof AppDifference>;

const Owner = Answer({ id: Uuid, name: Type.String() });

/** An app in the list of the platform staff. */
const AppForStaff = Answer({
  client_id: Type.String(),
  name: Type.String(),
  account: Owner,
  status: OneOf(APP_STATUSES),
  scopes: Type.Array(Type.String()),
  /** When the app was submitted for the review that waits for a decision. */
  submitted_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type AppForStaff = Static<typeof AppForStaff>;

const STAFF_APP_STATES = ['waiting', ...APP_STATUSES] as const;

export const AppFilterForStaff = Input({
  state: Type.Optional(OneOf(STAFF_APP_STATES)),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  ...Page,
});
export type AppFilterForStaff = Static<typeof AppFilterForStaff>;

export const AppPageForStaff = Answer({
  apps: Type.Array(AppForStaff),
  has_more: Type.Boolean(),
  ...PagePosition,
});
export type AppPageForStaff = Static<typeof AppPageForStaff>;

/** The numbers of accounts, grants and tokens that a suspension of the app would affect. */
const AppReach = Answer({ accounts: Type.Integer(), grants: Type.Integer(), tokens: Type.Integer() });
export type AppReach = Static<typeof AppReach>;

export const AppDetailForStaff = Answer({
  app: OAuthApp,
  logo: Nullable(Type.String()),
  reviewed_logo: Nullable(Type.String()),
  account: Owner,
  /** Identifies the shown version. A decision that contains it is rejected if the app has changed since. */
  revision: Type.String(),
  /** Null before the first decision, when there is no earlier version. */
  differences: Nullable(Type.Array(AppDifference)),
  reviews: Type.Array(PastReview),
  reach: AppReach,
});
export type AppDetailForStaff = Static<typeof AppDetailForStaff>;

const Ruling = Input({
  decision: OneOf(['approve', 'send_back', 'suspend']),
  notes: Type.Optional(Type.String(REVIEW_NOTES_RULE)),
  revision: Type.Optional(Type.String({ maxLength: 100 })),
});
const Ruled = Answer({ status: OneOf(APP_STATUSES) });

export const appsApi = defineDashboardApi({
  'GET /apps': { role: 'admin', query: AppFilter, answer: AppPage },
  'POST /apps': { role: 'admin', body: NewApp, answer: AppSecret, status: 201 },
  'PATCH /apps': { role: 'admin', query: AppRef, body: AppEdit, answer: OAuthApp },
  'DELETE /apps': { role: 'admin', query: AppRef, answer: AppDeleted },
  'GET /app': { role: 'admin', query: AppRef, answer: OAuthApp },
  'GET /app/connections': { role: 'admin', query: AppRef, answer: AppConnections },
  'POST /apps/secret': { role: 'admin', query: AppRef, answer: AppSecret },
  'GET /apps/review': { role: 'admin', query: AppRef, answer: AppReviews },
  'POST /apps/review': { role: 'admin', query: AppRef, answer: OAuthApp },
});

export const appsStaffApi = defineDashboardApi({
  'GET /staff/apps': { role: 'staff', query: AppFilterForStaff, answer: AppPageForStaff },
  'GET /staff/app': { role: 'staff', query: AppRef, answer: AppDetailForStaff },
  'POST /staff/reviews': { role: 'staff', query: AppRef, body: Ruling, answer: Ruled },
});
