import { publishToApi } from '../../doors/credential.ts';
import { declareCsvDownload } from '../../doors/csvPage.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { requestsApi, RequestExportFilter } from './contract.ts';
import { exportRequests } from './export.ts';
import { listRequests, readRequest, readRequestSeries } from './requests.ts';

export const requestsDashboardRoutes = serveDashboardApi(requestsApi, {
  'GET /requests': (ctx, { query }) => listRequests(ctx, query),
  'GET /request': (ctx, { query }) => readRequest(ctx, query.id),
  'GET /requests/series': (ctx, { query }) => readRequestSeries(ctx, query),
});

/** The CSV download of the request log. */
export const requestPages = [
  declareCsvDownload('/requests.csv', {
    name: 'requests',
    selection: RequestExportFilter,
    exportRows: exportRequests,
  }),
];

export const requestLogRoutes = groupIntoResources(
  { tag: 'Request log', about: "The requests of keys and apps to the API, with the answers' status." },
  publishToApi(requestsDashboardRoutes, {
    'GET /requests': {
      operation_id: 'listRequests',
      summary: 'List API requests',
      description:
        'Newest first: the requests of all keys and apps of the account, without their bodies. Requests ' +
        'for this list are not included. A request appears in the list about a second after its ' +
        'response.',
      scope: 'manage:api_keys',
      example: { query: { outcome: 'refused' } },
    },
  }),
);
