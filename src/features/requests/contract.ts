import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, TimestampInput, Uuid } from '../../lib/schema.ts';

const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Groups of statuses: succeeded, refused, failed. */
const OUTCOMES = ['ok', 'refused', 'failed'] as const;

/** The caller: a key, or an app. */
const By = Answer({ kind: OneOf(['key', 'app']), id: Type.String(), name: Nullable(Type.String()) });

const logged = {
  id: Uuid,
  request_id: Uuid,
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  ms: Type.Number(),
  by: By,
  created_at: Timestamp,
};
const LoggedRequest = Answer(logged);
export type LoggedRequest = Static<typeof LoggedRequest>;

const narrowing = {
  outcome: Type.Optional(OneOf(OUTCOMES)),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  method: Type.Optional(OneOf(REQUEST_METHODS)),
  path: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the path' })),
  key_id: Type.Optional(Uuid),
  client_id: Type.Optional(Type.String({ maxLength: 100 })),
  request_id: Type.Optional(Type.String({ maxLength: 100 })),
};

export const RequestFilter = Input({
  ...narrowing,
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
  ...Page,
});
export type RequestFilter = Static<typeof RequestFilter>;

export const RequestPage = Answer({
  requests: Type.Array(LoggedRequest),
  has_more: Type.Boolean(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type RequestPage = Static<typeof RequestPage>;

const RequestRef = Input({ id: Uuid });
export const RequestDetail = Answer({
  ...logged,
  query: Type.String(),
  address: Type.String(),
  user_agent: Type.String(),
  request_body: Nullable(Type.String()),
  answer_body: Nullable(Type.String()),
});
export type RequestDetail = Static<typeof RequestDetail>;

const SPANS = ['hour', 'day', 'week'] as const;
export type SpanName = (typeof SPANS)[number];

export const SeriesFilter = Input({
  ...narrowing,
  span: Type.Optional(OneOf(SPANS)),
});
export type SeriesFilter = Static<typeof SeriesFilter>;

const Step = Answer({
  at: Timestamp,
  ok: Type.Integer(),
  refused: Type.Integer(),
  failed: Type.Integer(),
  /** The 95th percentile. */
  p95_ms: Nullable(Type.Number()),
});
export type Step = Static<typeof Step>;

export const RequestSeries = Answer({ span: OneOf(SPANS), steps: Type.Array(Step) });
export type RequestSeries = Static<typeof RequestSeries>;

export const requestsApi = consoleApi(
  {
    'GET /requests': {
      summary: 'List what was asked of the API',
      role: 'admin',
      query: RequestFilter,
      answer: RequestPage,
    },
    'GET /request': {
      summary: 'Read one request and its answer',
      role: 'admin',
      query: RequestRef,
      answer: RequestDetail,
    },
    'GET /requests/series': {
      summary: 'Count what was asked, step by step',
      role: 'admin',
      query: SeriesFilter,
      answer: RequestSeries,
    },
  },
  { tag: 'Request log' },
);
