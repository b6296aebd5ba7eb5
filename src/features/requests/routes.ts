import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { RequestFilter, RequestPage } from './contract.ts';
import { listRequests } from './requests.ts';

export const requestLogRoutes = resource(
  '/requests',
  {
    GET: operation({
      operation_id: 'listRequests',
      summary: 'List API requests',
      description:
        'Newest first: the requests of every key and app of the account, without their bodies and without those ' +
        'of this list. A request is in it about a second after it was answered.',
      scope: 'manage:api_keys',
      query: RequestFilter,
      answer: RequestPage,
      example: { query: { outcome: 'refused' } },
      handle: (ctx, { query }) => listRequests(ctx, query),
    }),
  },
  { tag: 'Request log', about: "The requests of keys and apps to the API, with the answers' status." },
);
