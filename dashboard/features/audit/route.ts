import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: keeps('action', 'actor_id', 'name', 'target_id', 'from', 'to', 'offset', 'limit'),
  component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
});
