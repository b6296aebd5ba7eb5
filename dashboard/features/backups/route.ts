import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/rootRoute.ts';

export const backupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/backups',
  component: lazyRouteComponent(() => import('./BackupsPage.tsx'), 'BackupsPage'),
});
