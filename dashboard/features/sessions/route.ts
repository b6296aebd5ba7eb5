import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: keeps(
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
