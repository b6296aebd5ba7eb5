import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const platformKnowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/knowledge',
  validateSearch: pickQueryMembers('view', 'collection_id', 'state', 'query', 'offset', 'limit'),
  component: lazyPage(() => import('./PlatformKnowledgePage.tsx'), 'PlatformKnowledgePage'),
});
