import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  validateSearch: pickQueryMembers('search', 'access', 'standing', 'offset', 'limit', 'new', 'list'),
  component: lazyPage(() => import('./PeoplePage.tsx'), 'PeoplePage'),
});
