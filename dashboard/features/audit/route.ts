import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: pickQueryMembers(
    'action',
    'actor_id',
    'name',
    'target_id',
    'from',
    'to',
    'offset',
    'limit',
  ),
  component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
});
