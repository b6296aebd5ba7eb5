import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const seatsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seats',
  validateSearch: pickQueryMembers('device', 'wearer', 'offset', 'limit', 'new'),
  component: lazyPage(() => import('./SeatsPage.tsx'), 'SeatsPage'),
});
