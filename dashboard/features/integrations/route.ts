import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../components/lazily.tsx';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';
import { t } from '../../language/t.ts';

export const integrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integrations',
  validateSearch: keeps('new'),
  component: lazyPage(() => import('./IntegrationsPage.tsx'), t('IntegrationsPage')),
});
