import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import {
  RequestDetail,
  RequestFilter,
  RequestPage,
  RequestRef,
  RequestSeries,
  SeriesFilter,
} from './contract.ts';
import { listRequests, readRequest, readSeries } from './requests.ts';

const requests = resource(
  '/requests',
  {
    GET: consoleOperation({
      summary: 'List what was asked of the API',
      role: 'admin',
      query: RequestFilter,
      answer: RequestPage,
      handle: (ctx, { query }) => listRequests(ctx, query),
    }),
  },
  { tag: 'Request log' },
);

const request = resource(
  '/request',
  {
    GET: consoleOperation({
      summary: 'Read one request and its answer',
      role: 'admin',
      query: RequestRef,
      answer: RequestDetail,
      handle: (ctx, { query }) => readRequest(ctx, query.id),
    }),
  },
  { tag: 'Request log' },
);

const series = resource(
  '/requests/series',
  {
    GET: consoleOperation({
      summary: 'Count what was asked, step by step',
      role: 'admin',
      query: SeriesFilter,
      answer: RequestSeries,
      handle: (ctx, { query }) => readSeries(ctx, query),
    }),
  },
  { tag: 'Request log' },
);

export const requestsConsole: readonly Resource[] = [requests, request, series];
