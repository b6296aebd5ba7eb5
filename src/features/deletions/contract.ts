import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
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
import { DELETION_SECRET, DELETION_URL } from './rules.ts';

const State = OneOf(['sent', 'queued', 'failed'], {
  description:
    '`sent`: the training app deleted the session. `queued`: the deletion will be sent. `failed`: the training app refused it, and it will be sent again.',
});
export type DeletionState = Static<typeof State>;

const outcome = {
  session_id: About('The id of the deleted session.', Uuid),
  deleted_at: About('The time at which the session was deleted.', Timestamp),
  state: State,
  attempts: Type.Integer({ description: 'The number of attempts to tell the training app.' }),
  due_at: About(
    'The time of the next attempt to tell the training app, unless the state is `sent`.',
    Timestamp,
  ),
  last_attempt_at: About('The time of the last attempt to tell the training app.', Nullable(Timestamp)),
  last_status: Nullable(
    Type.Integer({
      description: 'The HTTP status of its last answer; null where there was none.',
      examples: [503],
    }),
  ),
  sent_at: About('The time at which the training app accepted the deletion.', Nullable(Timestamp)),
};

/** The deletion of a session and whether the training app was told. */
export const Deletion = Answer({ ...outcome, last_error: Nullable(Type.String()) });
export type Deletion = Static<typeof Deletion>;

/** Without the text of a failed call, which may name hosts of the installation. */
export const SessionDeletion = Answer(outcome, {
  title: 'SessionDeletion',
  description: 'The deletion of a session, and what the training app made of it.',
});
export type SessionDeletion = Static<typeof SessionDeletion>;

export const DeletionFilter = Input({
  state: Type.Optional(About('Only deletions in this state.', State)),
  ...Page,
});
export type DeletionFilter = Static<typeof DeletionFilter>;

export const DeletionPage = Answer({
  deletions: Type.Array(Deletion),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type DeletionPage = Static<typeof DeletionPage>;

export const SessionDeletionPage = Answer(
  {
    deletions: Type.Array(SessionDeletion, {
      description: 'The deletions of this page; the last comes first.',
    }),
    ...CountedPage,
  },
  { title: 'SessionDeletionPage', description: 'A page of deletions of sessions.' },
);
export type SessionDeletionPage = Static<typeof SessionDeletionPage>;

export const DeletionRef = Input({ session_id: About('The id of the deleted session.', Uuid) });

const AccountRef = Input({ account_id: Uuid });

/** The deletion endpoint of one account; without a URL it uses that of the installation. */
const DeletionEndpoint = Answer({
  url: Nullable(Type.String()),
  updated_at: Nullable(Timestamp),
  /** True if the installation has an endpoint, `CORE_DELETION_URL`. */
  has_default: Type.Boolean(),
});
export type DeletionEndpoint = Static<typeof DeletionEndpoint>;

const NewDeletionEndpoint = Input({
  url: Type.String({ ...DELETION_URL, description: 'The https address that is told of deleted sessions' }),
  secret: Type.Optional(
    Type.String({ ...DELETION_SECRET, description: 'Signs the calls; left out, the present one stays' }),
  ),
});
export type NewDeletionEndpoint = Static<typeof NewDeletionEndpoint>;
const DeletionQueued = Answer({ queued: Type.Literal(true) });

export const deletionsApi = consoleApi(
  {
    'GET /deletions': {
      summary: 'List what the training app was told of deleted sessions',
      role: 'admin',
      query: DeletionFilter,
      answer: DeletionPage,
    },
    'GET /staff/account/deletion-endpoint': {
      summary: 'Read where the deletions of an account are sent',
      role: 'staff',
      query: AccountRef,
      answer: DeletionEndpoint,
    },
    'PUT /staff/account/deletion-endpoint': {
      summary: 'Give an account a deletion endpoint of its own',
      role: 'staff',
      query: AccountRef,
      body: NewDeletionEndpoint,
      answer: DeletionEndpoint,
    },
    'DELETE /staff/account/deletion-endpoint': {
      summary: 'Send the deletions of an account to the endpoint of the installation',
      role: 'staff',
      query: AccountRef,
      answer: DeletionEndpoint,
    },
    'POST /deletions/retry': {
      summary: 'Tell the training app now',
      role: 'admin',
      query: DeletionRef,
      answer: DeletionQueued,
    },
  },
  { tag: 'Sessions' },
);
