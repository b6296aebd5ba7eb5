import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/members',
  validateSearch: pickQueryMembers('offset', 'limit', 'new'),
  component: lazyPage(() => import('./StaffPage.tsx'), 'StaffPage'),
});
