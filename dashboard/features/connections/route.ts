import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';

export const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connections',
  component: lazyPage(() => import('./ConnectionsPage.tsx'), 'ConnectionsPage'),
});
