import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/accounts',
  validateSearch: pickQueryMembers('state', 'search', 'account', 'offset', 'limit', 'new'),
  component: lazyPage(() => import('./AccountsPage.tsx'), 'AccountsPage'),
});
