import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: pickQueryMembers(
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
