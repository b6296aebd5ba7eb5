import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import {
  About,
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  SearchedPageMembers,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../lib/schema/schema.ts';

const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Groups of HTTP statuses: `ok` below 400, `refused` for 4xx, `failed` for 5xx. */
const OUTCOMES = ['ok', 'refused', 'failed'] as const;

/** The API key or app that sent the request. */
const By = Answer(
  {
    kind: OneOf(['key', 'app'], { description: 'An API key, or an app with an access token.' }),
    id: Type.String({ description: 'The id of the key, or the client id of the app.' }),
    name: About('The name of the key or app. Null after it was deleted.', Nullable(Type.String())),
  },
  { title: 'RequestCaller', description: 'The key or app that sent the request.' },
);

const logged = {
  id: About('The id of the entry.', Uuid),
  request_id: About('The `X-Request-Id` of the response.', Uuid),
  method: Type.String({ description: 'The method of the request.', examples: ['GET'] }),
  path: Type.String({ description: 'The path, without the query.', examples: ['/v1/api-tenant-tasks'] }),
  status: Type.Integer({ description: 'The status of the answer.', examples: [200] }),
  error: About(
    'The error code of the response. Null without an error code.',
    Nullable(Type.String({ examples: ['NOT_FOUND'] })),
  ),
  ms: Type.Number({ description: 'The processing time of the request, in milliseconds.', examples: [12.5] }),
  by: By,
  refusal: Nullable(
    OneOf(['expired', 'address'], {
      description:
        'The reason why the key was rejected: it has expired or is not allowed from this address. Null otherwise.',
    }),
  ),
  created_at: About('The time at which the request was answered.', Timestamp),
};
const LoggedRequest = Answer(logged, {
  title: 'LoggedRequest',
  description: 'A request of a key or app, and its response.',
});
export type LoggedRequest = Static<typeof LoggedRequest>;

const narrowing = {
  outcome: Type.Optional(
    OneOf(OUTCOMES, { description: 'Only requests that succeeded, were rejected (4xx) or failed (5xx).' }),
  ),
  status: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 599,
      description: 'Only requests with this response status.',
    }),
  ),
  method: Type.Optional(OneOf(REQUEST_METHODS, { description: 'Only requests with this method.' })),
  path: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only requests whose path contains this text.' }),
  ),
  key_id: Type.Optional(About('Only requests of the key with this id.', Uuid)),
  client_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only requests of the app with this client id.' }),
  ),
  request_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only the request with this `X-Request-Id`.' }),
  ),
};

const range = {
  from: Type.Optional(TimestampAbout('Only requests at or after this time.')),
  to: Type.Optional(TimestampAbout('Only requests at or before this time.')),
};

/** The filter of a CSV export, which has no page. */
export const RequestExportFilter = Input({ ...narrowing, ...range });
export type RequestExportFilter = Static<typeof RequestExportFilter>;

export const RequestFilter = Input({ ...narrowing, ...range, ...Page });
export type RequestFilter = Static<typeof RequestFilter>;

export const RequestPage = Answer(
  {
    requests: Type.Array(LoggedRequest, { description: 'The requests of this page.' }),
    ...SearchedPageMembers,
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
export type SeriesSpan = (typeof SPANS)[number];

export const RequestSeriesFilter = Input({
  ...narrowing,
  span: Type.Optional(OneOf(SPANS)),
});
export type RequestSeriesFilter = Static<typeof RequestSeriesFilter>;

const RequestSeriesStep = Answer({
  at: Timestamp,
  ok: Type.Integer(),
  refused: Type.Integer(),
  failed: Type.Integer(),
  /** The 95th percentile of the durations in milliseconds; null without requests. */
  p95_ms: Nullable(Type.Number()),
});
export type RequestSeriesStep = Static<typeof RequestSeriesStep>;

export const RequestSeries = Answer({ span: OneOf(SPANS), steps: Type.Array(RequestSeriesStep) });
export type RequestSeries = Static<typeof RequestSeries>;

export const requestsApi = defineDashboardApi({
  'GET /requests': { role: 'admin', query: RequestFilter, answer: RequestPage },
  'GET /request': { role: 'admin', query: RequestRef, answer: RequestDetail },
  'GET /requests/series': { role: 'admin', query: RequestSeriesFilter, answer: RequestSeries },
});
