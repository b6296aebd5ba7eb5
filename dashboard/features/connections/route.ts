import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../components/lazily.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';
import { t } from '../../language/t.ts';

export const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connections',
  component: lazyPage(() => import('./ConnectionsPage.tsx'), t('ConnectionsPage')),
});
