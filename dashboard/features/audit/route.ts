import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: keeps('action', 'actor_id', 'target_id', 'from', 'to', 'offset'),
  component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
});
