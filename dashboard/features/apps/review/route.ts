import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../hooks/lazily.tsx';
import { keeps } from '../../../hooks/useUrl.ts';
import { rootRoute } from '../../../shell/rootRoute.ts';

export const reviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/apps',
  validateSearch: keeps('state', 'search', 'app', 'offset', 'limit'),
  component: lazyPage(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});
