import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  validateSearch: keeps('search', 'access', 'standing', 'offset', 'new', 'list'),
  component: lazyRouteComponent(() => import('./PeoplePage.tsx'), 'PeoplePage'),
});
