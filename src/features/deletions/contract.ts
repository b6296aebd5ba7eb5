import { Type, type Static } from '../../lib/type.ts';
import { consoleApi } from '../../lib/declaration.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema.ts';

const State = OneOf(['sent', 'queued', 'failed']);
export type DeletionState = Static<typeof State>;

/** The deletion of a session and whether the training app was told. */
export const Deletion = Answer({
  session_id: Uuid,
  deleted_at: Timestamp,
  state: State,
  attempts: Type.Integer(),
  due_at: Timestamp,
  last_attempt_at: Nullable(Timestamp),
  last_status: Nullable(Type.Integer()),
  last_error: Nullable(Type.String()),
  sent_at: Nullable(Timestamp),
});
export type Deletion = Static<typeof Deletion>;

export const DeletionFilter = Input({ state: Type.Optional(State), ...Page });
export type DeletionFilter = Static<typeof DeletionFilter>;

export const DeletionPage = Answer({
  deletions: Type.Array(Deletion),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type DeletionPage = Static<typeof DeletionPage>;

const DeletionRef = Input({ session_id: Uuid });
const DeletionQueued = Answer({ queued: Type.Literal(true) });

export const deletionsApi = consoleApi(
  {
    'GET /deletions': {
      summary: 'List what the training app was told of deleted sessions',
      role: 'admin',
      query: DeletionFilter,
      answer: DeletionPage,
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
