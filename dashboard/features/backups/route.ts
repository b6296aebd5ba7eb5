import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';

export const backupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/backups',
  component: lazyPage(() => import('./BackupsPage.tsx'), 'BackupsPage'),
});
