import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const reportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports',
  validateSearch: keeps('from', 'to', 'by', 'table', 'offset'),
  component: lazyRouteComponent(() => import('./ReportsPage.tsx'), 'ReportsPage'),
});
