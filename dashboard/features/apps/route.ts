import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const appsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps',
  validateSearch: pickQueryMembers('new'),
  component: lazyPage(() => import('./AppsPage.tsx'), 'AppsPage'),
});

export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$clientId',
  validateSearch: pickQueryMembers('tab'),
  component: lazyPage(() => import('./AppPage.tsx'), 'AppPage'),
});
