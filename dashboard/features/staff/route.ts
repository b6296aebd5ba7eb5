import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/members',
  validateSearch: keeps('offset', 'new'),
  component: lazyRouteComponent(() => import('./StaffPage.tsx'), 'StaffPage'),
});
