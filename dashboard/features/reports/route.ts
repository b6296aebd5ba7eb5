import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const reportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports',
  validateSearch: keeps('from', 'to', 'by', 'table', 'offset', 'limit'),
  component: lazyPage(() => import('./ReportsPage.tsx'), 'ReportsPage'),
});
