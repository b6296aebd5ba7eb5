import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/accounts',
  validateSearch: keeps('state', 'search', 'account', 'offset', 'new'),
  component: lazyRouteComponent(() => import('./AccountsPage.tsx'), 'AccountsPage'),
});
