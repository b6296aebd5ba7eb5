import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';

export const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connections',
  component: lazyPage(() => import('./ConnectionsPage.tsx'), 'ConnectionsPage'),
});
