import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: keeps(
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
    'request',
  ),
  component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
});
