import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const skillsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/skills',
  validateSearch: pickQueryMembers(
    'view',
    'skill',
    'skill_id',
    'status',
    'caller',
    'from',
    'to',
    'state',
    'collection_id',
    'query',
    'open',
    'offset',
    'limit',
    'new',
  ),
  component: lazyPage(() => import('./SkillsPage.tsx'), 'SkillsPage'),
});

export const platformSkillsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/skills',
  validateSearch: pickQueryMembers('skill', 'new'),
  component: lazyPage(() => import('./PlatformSkillsPage.tsx'), 'PlatformSkillsPage'),
});
