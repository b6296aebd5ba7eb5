import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/accounts',
  validateSearch: keeps('state', 'search', 'account', 'offset', 'limit', 'new'),
  component: lazyPage(() => import('./AccountsPage.tsx'), 'AccountsPage'),
});
