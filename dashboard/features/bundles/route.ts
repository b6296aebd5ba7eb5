import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const bundlesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/bundles',
  validateSearch: keeps('bundle'),
  component: lazyRouteComponent(() => import('./BundlesPage.tsx'), 'BundlesPage'),
});
