import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const integrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integrations',
  validateSearch: keeps('new'),
  component: lazyPage(() => import('./IntegrationsPage.tsx'), 'IntegrationsPage'),
});
