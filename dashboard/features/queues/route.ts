import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/rootRoute.ts';

export const queuesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/queues',
  component: lazyRouteComponent(() => import('./QueuesPage.tsx'), 'QueuesPage'),
});
