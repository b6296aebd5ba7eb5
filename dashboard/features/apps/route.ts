import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const appsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps',
  validateSearch: keeps('new'),
  component: lazyRouteComponent(() => import('./AppsPage.tsx'), 'AppsPage'),
});

export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$clientId',
  validateSearch: keeps('tab'),
  component: lazyRouteComponent(() => import('./AppPage.tsx'), 'AppPage'),
});
