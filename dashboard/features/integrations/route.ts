import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../components/lazily.tsx';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const integrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integrations',
  validateSearch: keeps('new'),
  component: lazyPage(() => import('./IntegrationsPage.tsx'), 'IntegrationsPage'),
});
