import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazily.tsx';
import { keeps } from '../../hooks/useUrl.ts';
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
    'limit',
    'view',
    'task',
    'new',
    'name',
  ),
  component: lazyPage(() => import('./TasksPage.tsx'), 'TasksPage'),
});
