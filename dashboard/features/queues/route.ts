import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';

export const queuesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/queues',
  component: lazyPage(() => import('./QueuesPage.tsx'), 'QueuesPage'),
});
