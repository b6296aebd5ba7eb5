import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const platformKnowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/knowledge',
  validateSearch: keeps('view', 'collection_id', 'state', 'query', 'offset', 'limit'),
  component: lazyPage(() => import('./PlatformKnowledgePage.tsx'), 'PlatformKnowledgePage'),
});
