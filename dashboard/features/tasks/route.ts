import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: keeps(
    'status',
    'source',
    'due',
    'assigned_to',
    'external_id',
    'from',
    'to',
    'offset',
    'view',
    'task',
  ),
  component: lazyRouteComponent(() => import('./TasksPage.tsx'), 'TasksPage'),
});
