import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { DELETION_SECRET_RULE, DELETION_URL_RULE } from './rules.ts';

const State = OneOf(['sent', 'queued', 'failed'], {
  description:
    '`sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app rejected the deletion, and it will be retried.',
});
export type DeletionState = Static<typeof State>;

const outcome = {
  session_id: About('The id of the deleted session.', Uuid),
  deleted_at: About('The time at which the session was deleted.', Timestamp),
  state: State,
  attempts: Type.Integer({ description: 'The number of attempts to send the deletion to the training app.' }),
  due_at: About('The time of the next attempt to send the deletion. Null if the state is `sent`.', Timestamp),
  last_attempt_at: About('The time of the last attempt to send the deletion.', Nullable(Timestamp)),
  last_status: Nullable(
    Type.Integer({
      description: 'The HTTP status of its last response. Null without a response.',
      examples: [503],
    }),
  ),
  sent_at: About('The time at which the training app accepted the deletion.', Nullable(Timestamp)),
};

/** The deletion of a session, and the progress of its report to the training app. */
export const Deletion = Answer({ ...outcome, last_error: Nullable(Type.String()) });
export type Deletion = Static<typeof Deletion>;

/** The deletion as API callers see it: without `last_error`, which can contain host names of the installation. */
export const SessionDeletion = Answer(outcome, {
  title: 'SessionDeletion',
  description: 'The deletion of a session and its state in the training app.',
});
export type SessionDeletion = Static<typeof SessionDeletion>;

export const DeletionFilter = Input({
  state: Type.Optional(About('Only deletions in this state.', State)),
  ...Page,
});
export type DeletionFilter = Static<typeof DeletionFilter>;

export const DeletionPage = Answer({ deletions: Type.Array(Deletion), ...CountedPage });
export type DeletionPage = Static<typeof DeletionPage>;

export const SessionDeletionPage = Answer(
  {
    deletions: Type.Array(SessionDeletion, {
      description: 'The deletions of this page, latest deletion first.',
    }),
    ...CountedPage,
  },
  { title: 'SessionDeletionPage', description: 'A page of deletions of sessions.' },
);
export type SessionDeletionPage = Static<typeof SessionDeletionPage>;

export const DeletionRef = Input({ session_id: About('The id of the deleted session.', Uuid) });

const AccountRef = Input({ account_id: Uuid });

/** The deletion endpoint of one account. If `url` is null, the endpoint of the installation is used. */
const DeletionEndpoint = Answer({
  url: Nullable(Type.String()),
  updated_at: Nullable(Timestamp),
  /** True if the installation has an endpoint, `CORE_DELETION_URL`. */
  has_default: Type.Boolean(),
});
export type DeletionEndpoint = Static<typeof DeletionEndpoint>;

const NewDeletionEndpoint = Input({
  url: Type.String({
    ...DELETION_URL_RULE,
    description: 'The https URL that receives deletions of sessions',
  }),
  secret: Type.Optional(
    Type.String({
      ...DELETION_SECRET_RULE,
      description: 'The secret that signs the calls. Omit it to keep the current one',
    }),
  ),
});
export type NewDeletionEndpoint = Static<typeof NewDeletionEndpoint>;
const DeletionQueued = Answer({ queued: Type.Literal(true) });

export const deletionsApi = defineDashboardApi({
  'GET /deletions': { role: 'admin', query: DeletionFilter, answer: DeletionPage },
  'GET /staff/account/deletion-endpoint': { role: 'staff', query: AccountRef, answer: DeletionEndpoint },
  'PUT /staff/account/deletion-endpoint': {
    role: 'staff',
    query: AccountRef,
    body: NewDeletionEndpoint,
    answer: DeletionEndpoint,
  },
  'DELETE /staff/account/deletion-endpoint': { role: 'staff', query: AccountRef, answer: DeletionEndpoint },
  'POST /deletions/retry': { role: 'admin', query: DeletionRef, answer: DeletionQueued },
});
