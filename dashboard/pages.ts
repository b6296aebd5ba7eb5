import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from './hooks/lazyComponent.tsx';
import { pickSearchParams } from './hooks/useUrlState.ts';
import { rootRoute } from './shell/rootRoute.ts';

const LIST = ['offset', 'limit'] as const;
const PERIOD_LIST = ['from', 'to', ...LIST] as const;

/** The routes of all pages. A new page needs an entry here, and one in shell/navigation.ts. */
const pages = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tasks',
    validateSearch: pickSearchParams(
      'title',
      'status',
      'priority',
      'sort',
      'source',
      'due',
      'assigned_to',
      'external_id',
      'completed_from',
      'completed_to',
      'view',
      'task',
      'new',
      ...PERIOD_LIST,
    ),
    component: lazyPage(() => import('./features/tasks/TasksPage.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sessions',
    validateSearch: pickSearchParams('status', 'role', 'user_id', 'view', 'state', 'session', ...PERIOD_LIST),
    component: lazyPage(() => import('./features/sessions/SessionsPage.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/catalogue',
    validateSearch: pickSearchParams('status', 'procedure', ...LIST),
    component: lazyPage(() => import('./features/catalogue/CataloguePage.tsx'), 'CataloguePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/skills',
    validateSearch: pickSearchParams(
      'view',
      'skill',
      'skill_id',
      'search',
      'kind',
      'status',
      'caller',
      'user_id',
      'state',
      'collection_id',
      'query',
      'open',
      'new',
      ...PERIOD_LIST,
    ),
    component: lazyPage(() => import('./features/skills/SkillsPage.tsx'), 'SkillsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forms',
    validateSearch: pickSearchParams('view', 'search', 'category', 'is_active', 'form_id', 'open', ...LIST),
    component: lazyPage(() => import('./features/forms/FormsPage.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forms/edit',
    validateSearch: pickSearchParams('id'),
    component: lazyPage(() => import('./features/forms/editor/formEditorPages.tsx'), 'FormEditorPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/people',
    validateSearch: pickSearchParams('search', 'access', 'standing', 'new', 'list', ...LIST),
    component: lazyPage(() => import('./features/people/PeoplePage.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/people/$userId',
    validateSearch: pickSearchParams('tab', 'status', 'sort', 'task', 'session', 'view', ...LIST),
    component: lazyPage(() => import('./features/people/user/UserPage.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/seats',
    validateSearch: pickSearchParams('search', 'device', 'wearer', 'sort', 'new', ...LIST),
    component: lazyPage(() => import('./features/seats/SeatsPage.tsx'), 'SeatsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports',
    validateSearch: pickSearchParams('by', 'table', ...PERIOD_LIST),
    component: lazyPage(() => import('./features/reports/ReportsPage.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/connections',
    validateSearch: pickSearchParams('search'),
    component: lazyPage(() => import('./features/connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/integrations',
    validateSearch: pickSearchParams('search', 'status', 'new'),
    component: lazyPage(() => import('./features/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/audit',
    validateSearch: pickSearchParams('action', 'actor_id', 'name', 'target_id', ...PERIOD_LIST),
    component: lazyPage(() => import('./features/audit/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    beforeLoad: () =>
      redirect({ to: '/settings/$section', params: { section: 'profile' }, replace: true, throw: true }),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings/$section',
    component: lazyPage(() => import('./features/settings/SettingsPage.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/keys',
    validateSearch: pickSearchParams('search', 'status', 'new', ...LIST),
    component: lazyPage(() => import('./features/keys/KeysPage.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/webhooks',
    validateSearch: pickSearchParams('search', 'status', 'sort', 'new', 'receive', ...LIST),
    component: lazyPage(() => import('./features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/webhooks/$endpointId',
    validateSearch: pickSearchParams(
      'tab',
      'state',
      'event',
      'event_id',
      'delivery',
      'arrival',
      ...PERIOD_LIST,
    ),
    component: lazyPage(() => import('./features/webhooks/EndpointPage.tsx'), 'EndpointPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/apps',
    validateSearch: pickSearchParams('search', 'status', 'sort', 'new', ...LIST),
    component: lazyPage(() => import('./features/apps/AppsPage.tsx'), 'AppsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/apps/$clientId',
    validateSearch: pickSearchParams('tab'),
    component: lazyPage(() => import('./features/apps/AppPage.tsx'), 'AppPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    validateSearch: pickSearchParams(
      'outcome',
      'method',
      'path',
      'key_id',
      'client_id',
      'request_id',
      'span',
      'request',
      ...PERIOD_LIST,
    ),
    component: lazyPage(() => import('./features/requests/RequestsPage.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/apps',
    validateSearch: pickSearchParams('state', 'search', 'app', ...LIST),
    component: lazyPage(() => import('./features/apps/review/AppReviewsPage.tsx'), 'AppReviewsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/accounts',
    validateSearch: pickSearchParams('state', 'search', 'account', 'new', ...LIST),
    component: lazyPage(() => import('./features/accounts/AccountsPage.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/members',
    validateSearch: pickSearchParams('new', ...LIST),
    component: lazyPage(() => import('./features/staff/StaffPage.tsx'), 'StaffPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/bundles',
    validateSearch: pickSearchParams('search', 'bundle'),
    component: lazyPage(() => import('./features/bundles/BundlesPage.tsx'), 'BundlesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/skills',
    validateSearch: pickSearchParams('search', 'kind', 'status', 'skill', 'new'),
    component: lazyPage(() => import('./features/skills/PlatformSkillsPage.tsx'), 'PlatformSkillsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/knowledge',
    validateSearch: pickSearchParams('view', 'search', 'collection_id', 'state', 'query', ...LIST),
    component: lazyPage(
      () => import('./features/knowledge/PlatformKnowledgePage.tsx'),
      'PlatformKnowledgePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/forms',
    validateSearch: pickSearchParams('search', 'category', 'is_active', 'offset'),
    component: lazyPage(
      () => import('./features/forms/library/StaffFormLibraryPage.tsx'),
      'StaffFormLibraryPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/forms/edit',
    validateSearch: pickSearchParams('id'),
    component: lazyPage(() => import('./features/forms/editor/formEditorPages.tsx'), 'LibraryFormEditorPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/queues',
    component: lazyPage(() => import('./features/queues/QueuesPage.tsx'), 'QueuesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/mails',
    validateSearch: pickSearchParams('state', 'search', 'mail', ...LIST),
    component: lazyPage(() => import('./features/mail/MailsPage.tsx'), 'MailsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/staff/backups',
    component: lazyPage(() => import('./features/backups/BackupsPage.tsx'), 'BackupsPage'),
  }),
] as const;

/**
 * The routes are in a separate constant, so that TypeScript infers the type of each page; otherwise links would accept
 * any path.
 */
export const routeTree = rootRoute.addChildren(pages);
