import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const seatsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seats',
  validateSearch: keeps('device', 'wearer', 'offset', 'limit', 'new'),
  component: lazyPage(() => import('./SeatsPage.tsx'), 'SeatsPage'),
});
