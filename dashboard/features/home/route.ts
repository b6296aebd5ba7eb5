import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../components/lazily.tsx';
import { rootRoute } from '../../shell/rootRoute.ts';
import { t } from '../../language/t.ts';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyPage(() => import('./HomePage.tsx'), t('HomePage')),
});
