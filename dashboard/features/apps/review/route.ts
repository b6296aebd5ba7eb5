import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../components/lazily.tsx';
import { keeps } from '../../../components/useUrl.ts';
import { rootRoute } from '../../../shell/rootRoute.ts';

export const reviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/apps',
  validateSearch: keeps('state', 'search', 'app', 'offset', 'limit'),
  component: lazyPage(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});
