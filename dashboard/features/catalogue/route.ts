import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  validateSearch: pickQueryMembers('status', 'offset', 'limit', 'procedure'),
  component: lazyPage(() => import('./CataloguePage.tsx'), 'CataloguePage'),
});
