import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: keeps('status', 'offset', 'new'),
  component: lazyRouteComponent(() => import('./KeysPage.tsx'), 'KeysPage'),
});
