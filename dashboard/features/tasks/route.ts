import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keeps } from '../../components/useUrl.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: keeps(
    'title',
    'status',
    'priority',
    'sort',
    'source',
    'due',
    'assigned_to',
    'external_id',
    'from',
    'to',
    'offset',
    'view',
    'task',
    'new',
    'name',
  ),
  component: lazyRouteComponent(() => import('./TasksPage.tsx'), 'TasksPage'),
});
