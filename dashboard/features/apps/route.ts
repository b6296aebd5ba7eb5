import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const appsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps',
  validateSearch: keeps('new'),
  component: lazyPage(() => import('./AppsPage.tsx'), 'AppsPage'),
});

export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$clientId',
  validateSearch: keeps('tab'),
  component: lazyPage(() => import('./AppPage.tsx'), 'AppPage'),
});
