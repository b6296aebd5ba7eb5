import { createRouter } from '@tanstack/react-router';
import { accountsRoute } from './features/accounts/route.ts';
import { reviewsRoute } from './features/apps/review/route.ts';
import { appRoute, appsRoute } from './features/apps/route.ts';
import { auditRoute } from './features/audit/route.ts';
import { backupsRoute } from './features/backups/route.ts';
import { bundlesRoute } from './features/bundles/route.ts';
import { catalogueRoute } from './features/catalogue/route.ts';
import { connectionsRoute } from './features/connections/route.ts';
import { formEditorRoute, formsRoute, libraryEditorRoute, libraryRoute } from './features/forms/routes.ts';
import { homeRoute } from './features/home/route.ts';
import { integrationsRoute } from './features/integrations/route.ts';
import { keysRoute } from './features/keys/route.ts';
import { platformKnowledgeRoute } from './features/knowledge/route.ts';
import { mailsRoute } from './features/mail/route.ts';
import { peopleRoute } from './features/people/route.ts';
import { queuesRoute } from './features/queues/route.ts';
import { reportsRoute } from './features/reports/route.ts';
import { requestsRoute } from './features/requests/route.ts';
import { seatsRoute } from './features/seats/route.ts';
import { sessionsRoute } from './features/sessions/route.ts';
import { settingsRoute } from './features/settings/route.ts';
import { platformSkillsRoute, skillsRoute } from './features/skills/routes.ts';
import { staffRoute } from './features/staff/route.ts';
import { tasksRoute } from './features/tasks/route.ts';
import { endpointRoute, webhooksRoute } from './features/webhooks/route.ts';
import { lazyComponent } from './hooks/lazyComponent.tsx';
import { PageError } from './shell/PageError.tsx';
import { PagePending } from './shell/PagePending.tsx';
import { rootRoute } from './shell/rootRoute.ts';

/** The table of contents: every page has a line here and one in shell/navigation.ts. */
const routeTree = rootRoute.addChildren([
  homeRoute,
  tasksRoute,
  sessionsRoute,
  catalogueRoute,
  skillsRoute,
  formsRoute,
  formEditorRoute,
  peopleRoute,
  seatsRoute,
  reportsRoute,
  connectionsRoute,
  integrationsRoute,
  auditRoute,
  settingsRoute,
  keysRoute,
  webhooksRoute,
  endpointRoute,
  appsRoute,
  appRoute,
  requestsRoute,
  reviewsRoute,
  accountsRoute,
  staffRoute,
  bundlesRoute,
  platformSkillsRoute,
  platformKnowledgeRoute,
  libraryRoute,
  libraryEditorRoute,
  queuesRoute,
  mailsRoute,
  backupsRoute,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: lazyComponent(async () => (await import('./shell/PageMissing.tsx')).PageMissing),
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
  // Plain text, so that an address reads as one would write it by hand.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  },
});

declare module '@tanstack/react-router' {
  // An interface is what the router's own declaration merges with.
  interface Register {
    router: typeof router;
  }
}
