import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: pickQueryMembers(
    'status',
    'role',
    'user_id',
    'from',
    'to',
    'offset',
    'limit',
    'view',
    'state',
    'session',
  ),
  component: lazyPage(() => import('./SessionsPage.tsx'), 'SessionsPage'),
});
