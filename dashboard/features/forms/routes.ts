import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../hooks/lazyComponent.tsx';
import { pickQueryMembers } from '../../hooks/useUrlState.ts';
import { rootRoute } from '../../shell/rootRoute.ts';

export const formsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forms',
  validateSearch: pickQueryMembers(
    'view',
    'search',
    'category',
    'is_active',
    'form_id',
    'open',
    'offset',
    'limit',
  ),
  component: lazyPage(() => import('./FormsPage.tsx'), 'FormsPage'),
});

export const formEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forms/edit',
  validateSearch: pickQueryMembers('id'),
  component: lazyPage(() => import('./editor/EditorPage.tsx'), 'FormEditorPage'),
});

export const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/forms',
  validateSearch: pickQueryMembers('search', 'category', 'is_active', 'offset'),
  component: lazyPage(() => import('./library/StaffLibraryPage.tsx'), 'StaffLibraryPage'),
});

export const libraryEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/forms/edit',
  validateSearch: pickQueryMembers('id'),
  component: lazyPage(() => import('./editor/EditorPage.tsx'), 'LibraryEditorPage'),
});
