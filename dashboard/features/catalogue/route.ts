import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  validateSearch: keeps('status', 'offset', 'limit', 'procedure'),
  component: lazyPage(() => import('./CataloguePage.tsx'), 'CataloguePage'),
});
