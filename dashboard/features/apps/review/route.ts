import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../../components/useUrl.ts';
import { rootRoute } from '../../../shell/rootRoute.ts';

export const reviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/apps',
  validateSearch: keeps('state', 'search', 'app', 'offset'),
  component: lazyRouteComponent(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});
