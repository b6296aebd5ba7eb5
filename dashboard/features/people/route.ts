import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  validateSearch: keeps('search', 'access', 'standing', 'offset', 'limit', 'new', 'list'),
  component: lazyPage(() => import('./PeoplePage.tsx'), 'PeoplePage'),
});
