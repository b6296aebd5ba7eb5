import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const bundlesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/bundles',
  validateSearch: keeps('bundle'),
  component: lazyPage(() => import('./BundlesPage.tsx'), 'BundlesPage'),
});
