import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const reportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports',
  validateSearch: pickQueryMembers('from', 'to', 'by', 'table', 'offset', 'limit'),
  component: lazyPage(() => import('./ReportsPage.tsx'), 'ReportsPage'),
});
