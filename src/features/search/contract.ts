import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { Answer, Input, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

export const RECORD_KINDS = [
  'task',
  'session',
  'user',
  'procedure',
  'form',
  'document',
  'skill',
  'endpoint',
  'app',
  'key',
  'seat',
  'integration',
  'submission',
  'execution',
  'event',
  'request',
] as const;

const Kind = OneOf(RECORD_KINDS);
/** The states of all kinds of records. */
const RECORD_STATUSES = [
  'open',
  'in_progress',
  'completed',
  'cancelled',
  'failed',
  'active',
  'inactive',
  'invited',
  'pending',
  'approved',
  'rejected',
  'queued',
  'processing',
  'ready',
  'paused',
  'development',
  'suspended',
  'expired',
  'revoked',
  'paired',
  'unpaired',
  'complete',
  'incomplete',
  'running',
  'success',
  'failure',
  'delivered',
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

export const RecordSearchQuery = Input({
  text: Type.String({ minLength: 1, maxLength: 200, rule: schemaReasons.length({ least: 1, most: 200 }) }),
});
export type RecordSearchQuery = Static<typeof RecordSearchQuery>;

/** A found record, with the facts that distinguish records with equal titles. */
export const SearchHit = Answer({
  kind: Kind,
  /** The id of the record; the client id if the record is an app. */
  id: Type.String(),
  title: Type.String(),
  /** Additional text that depends on the kind, such as a reference, an address or the last characters of a key. */
  detail: Nullable(Type.String()),
  status: Nullable(OneOf(RECORD_STATUSES)),
  /** The name of the user of the record, such as the assignee of a task or the user of a seat. */
  person: Nullable(Type.String()),
  /** A time that depends on the kind, such as the due date of a task or the start of a session. */
  at: Nullable(Timestamp),
  /** The id of the record on whose page the result is shown, such as the collection of a document. */
  parent_id: Nullable(Uuid),
});
export type SearchHit = Static<typeof SearchHit>;

const SearchAnswer = Answer({ found: Type.Array(SearchHit) });
export type SearchAnswer = Static<typeof SearchAnswer>;

export const searchApi = defineDashboardApi({
  'GET /search': { role: 'member', needs_sign_in: true, query: RecordSearchQuery, answer: SearchAnswer },
});
