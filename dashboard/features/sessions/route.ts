import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: keeps('status', 'role', 'user_id', 'from', 'to', 'offset', 'view', 'state', 'session'),
  component: lazyRouteComponent(() => import('./SessionsPage.tsx'), 'SessionsPage'),
});
