import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const platformKnowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/knowledge',
  validateSearch: keeps('view', 'collection_id', 'state', 'query', 'offset'),
  component: lazyRouteComponent(() => import('./PlatformKnowledgePage.tsx'), 'PlatformKnowledgePage'),
});
