import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../components/lazily.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';
import { t } from '../../language/t.ts';

export const queuesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/queues',
  component: lazyPage(() => import('./QueuesPage.tsx'), t('QueuesPage')),
});
