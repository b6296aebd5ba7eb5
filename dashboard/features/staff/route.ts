import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/members',
  validateSearch: keeps('offset', 'limit', 'new'),
  component: lazyPage(() => import('./StaffPage.tsx'), 'StaffPage'),
});
