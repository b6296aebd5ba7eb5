import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: keeps('status', 'offset', 'limit', 'new'),
  component: lazyPage(() => import('./KeysPage.tsx'), 'KeysPage'),
});
