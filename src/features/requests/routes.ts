import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { RequestFilter, RequestPage } from './contract.ts';
import { listRequests } from './requests.ts';

export const requestLog = resource(
  '/requests',
  {
    GET: operation({
      operation_id: 'listRequests',
      summary: 'List what was asked of the API',
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
  { tag: 'Request log', about: 'What keys and apps asked of the API, and what they were answered.' },
);
