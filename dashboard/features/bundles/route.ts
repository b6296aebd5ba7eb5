import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const bundlesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/bundles',
  validateSearch: pickQueryMembers('bundle'),
  component: lazyPage(() => import('./BundlesPage.tsx'), 'BundlesPage'),
});
