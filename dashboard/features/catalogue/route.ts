import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  validateSearch: keeps('status', 'offset', 'procedure'),
  component: lazyRouteComponent(() => import('./CataloguePage.tsx'), 'CataloguePage'),
});
