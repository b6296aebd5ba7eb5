import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import {
  About,
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageEnds,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../lib/schema/schema.ts';

const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Groups of statuses: succeeded, refused, failed. */
const OUTCOMES = ['ok', 'refused', 'failed'] as const;

/** The caller: a key, or an app. */
const By = Answer(
  {
    kind: OneOf(['key', 'app'], { description: 'An API key, or an app with an access token.' }),
    id: Type.String({ description: 'The id of the key, or the client id of the app.' }),
    name: About('The name of the key or app. Null after it was deleted.', Nullable(Type.String())),
  },
  { title: 'RequestCaller', description: 'The key or app that asked.' },
);

const logged = {
  id: About('The id of the entry.', Uuid),
  request_id: About('The id that the answer carried as `X-Request-Id`.', Uuid),
  method: Type.String({ description: 'The method of the request.', examples: ['GET'] }),
  path: Type.String({ description: 'The path, without the query.', examples: ['/v1/api-tenant-tasks'] }),
  status: Type.Integer({ description: 'The status of the answer.', examples: [200] }),
  error: About(
    'The error code of the answer; null where it succeeded or told none.',
    Nullable(Type.String({ examples: ['NOT_FOUND'] })),
  ),
  ms: Type.Number({ description: 'The processing time of the request, in milliseconds.', examples: [12.5] }),
  by: By,
  refusal: Nullable(
    OneOf(['expired', 'address'], {
      description:
        'Why the key was refused: it has expired, or may not be used from that address; null where it was not.',
    }),
  ),
  created_at: About('The time at which the request was answered.', Timestamp),
};
const LoggedRequest = Answer(logged, {
  title: 'LoggedRequest',
  description: 'A request of a key or app, and its answer.',
});
export type LoggedRequest = Static<typeof LoggedRequest>;

const narrowing = {
  outcome: Type.Optional(
    OneOf(OUTCOMES, { description: 'Only requests that succeeded, were refused (4xx) or failed (5xx).' }),
  ),
  status: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 599,
      description: 'Only requests that were answered with this status.',
    }),
  ),
  method: Type.Optional(OneOf(REQUEST_METHODS, { description: 'Only requests with this method.' })),
  path: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only requests whose path has this part.' }),
  ),
  key_id: Type.Optional(About('Only requests of the key with this id.', Uuid)),
  client_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only requests of the app with this client id.' }),
  ),
  request_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only the request whose answer carried this id.' }),
  ),
};

const range = {
  from: Type.Optional(TimestampAbout('Only requests at or after this time.')),
  to: Type.Optional(TimestampAbout('Only requests at or before this time.')),
};

/** The filter of an export. */
export const RequestSelection = Input({ ...narrowing, ...range });
export type RequestSelection = Static<typeof RequestSelection>;

export const RequestFilter = Input({ ...narrowing, ...range, ...Page });
export type RequestFilter = Static<typeof RequestFilter>;

export const RequestPage = Answer(
  {
    requests: Type.Array(LoggedRequest, { description: 'The requests of this page.' }),
    ...SearchedPageEnds,
  },
  { title: 'RequestPage', description: 'A page of requests.' },
);
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

const SeriesStep = Answer({
  at: Timestamp,
  ok: Type.Integer(),
  refused: Type.Integer(),
  failed: Type.Integer(),
  /** The 95th percentile. */
  p95_ms: Nullable(Type.Number()),
});
export type SeriesStep = Static<typeof SeriesStep>;

export const RequestSeries = Answer({ span: OneOf(SPANS), steps: Type.Array(SeriesStep) });
export type RequestSeries = Static<typeof RequestSeries>;

export const requestsApi = consoleApi(
  {
    'GET /requests': {
      summary: 'List API requests',
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
