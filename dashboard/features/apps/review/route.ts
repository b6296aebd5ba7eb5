import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../../hooks/useUrlState.ts';
import { rootRoute } from '../../../shell/rootRoute.ts';

export const reviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/apps',
  validateSearch: pickQueryMembers('state', 'search', 'app', 'offset', 'limit'),
  component: lazyPage(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});
