import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: pickQueryMembers(
    'outcome',
    'method',
    'path',
    'key_id',
    'client_id',
    'request_id',
    'from',
    'to',
    'span',
    'offset',
    'limit',
    'request',
  ),
  component: lazyPage(() => import('./RequestsPage.tsx'), 'RequestsPage'),
});
