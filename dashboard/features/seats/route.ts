import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const seatsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seats',
  validateSearch: keeps('device', 'wearer', 'offset', 'new'),
  component: lazyRouteComponent(() => import('./SeatsPage.tsx'), 'SeatsPage'),
});
