import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: pickQueryMembers('new', 'receive'),
  component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
});

export const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$endpointId',
  validateSearch: pickQueryMembers(
    'tab',
    'state',
    'event',
    'event_id',
    'from',
    'to',
    'offset',
    'limit',
    'delivery',
    'arrival',
  ),
  component: lazyPage(() => import('./EndpointPage.tsx'), 'EndpointPage'),
});
