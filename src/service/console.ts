import type { Resource } from '../doors/declaration.ts';
import { accountsDashboardRoutes } from '../features/accounts/console.ts';
import { removalDashboardRoutes } from '../features/accounts/removal/console.ts';
import { appsDashboardRoutes, appsStaffDashboardRoutes } from '../features/apps/routes.ts';
import { appLogosDashboardRoutes } from '../features/apps/logo/logo.ts';
import { auditDashboardRoutes } from '../audit/console.ts';
import { backupsDashboardRoutes } from '../features/backups/overview.ts';
import { bundlesDashboardRoutes } from '../features/bundles/console.ts';
import { connectionsDashboardRoutes } from '../features/connections/connections.ts';
import { deletionsDashboardRoutes } from '../features/deletions/routes.ts';
import { formsDashboardRoutes } from '../features/forms/console.ts';
import { homeDashboardRoutes } from '../features/home/console.ts';
import { integrationsDashboardRoutes } from '../features/integrations/routes.ts';
import { keysDashboardRoutes } from '../features/keys/routes.ts';
import { knowledgeDashboardRoutes } from '../features/knowledge/routes.ts';
import { mailDashboardRoutes } from '../features/mail/outbox.ts';
import { proceduresDashboardRoutes } from '../features/procedures/routes.ts';
import { requestsDashboardRoutes } from '../features/requests/routes.ts';
import { reportsDashboardRoutes } from '../features/reports/console.ts';
import { queuesDashboardRoutes } from '../features/queues/queues.ts';
import { searchDashboardRoutes } from '../features/search/search.ts';
import { seatsDashboardRoutes } from '../features/seats/routes.ts';
import { secondFactorDashboardRoutes } from '../features/secondFactor/console.ts';
import { sessionsDashboardRoutes } from '../features/sessions/console.ts';
import { currentUserRoutes, signInsDashboardRoutes } from '../features/signin/console.ts';
import { skillsDashboardRoutes } from '../features/skills/console.ts';
import { staffDashboardRoutes } from '../features/staff/console.ts';
import { tasksDashboardRoutes } from '../features/tasks/console.ts';
import { usersDashboardRoutes } from '../features/users/console.ts';
import { deliveriesDashboardRoutes } from '../features/webhooks/log/routes.ts';
import { inboxesDashboardRoutes } from '../features/webhooks/inbox/inboxes.ts';
import { webhooksDashboardRoutes } from '../features/webhooks/endpoints/routes.ts';

const resources: readonly Resource[] = [
  homeDashboardRoutes,
  searchDashboardRoutes,
  accountsDashboardRoutes,
  staffDashboardRoutes,
  removalDashboardRoutes,
  tasksDashboardRoutes,
  sessionsDashboardRoutes,
  deletionsDashboardRoutes,
  proceduresDashboardRoutes,
  formsDashboardRoutes,
  skillsDashboardRoutes,
  knowledgeDashboardRoutes,
  usersDashboardRoutes,
  seatsDashboardRoutes,
  reportsDashboardRoutes,
  keysDashboardRoutes,
  webhooksDashboardRoutes,
  deliveriesDashboardRoutes,
  inboxesDashboardRoutes,
  appsDashboardRoutes,
  appLogosDashboardRoutes,
  appsStaffDashboardRoutes,
  bundlesDashboardRoutes,
  backupsDashboardRoutes,
  queuesDashboardRoutes,
  mailDashboardRoutes,
  connectionsDashboardRoutes,
  integrationsDashboardRoutes,
  requestsDashboardRoutes,
  auditDashboardRoutes,
  signInsDashboardRoutes,
  secondFactorDashboardRoutes,
].flatMap((served) => served.resources);

/** All resources of the dashboard API. */
export const consoleResources: readonly Resource[] = [...currentUserRoutes(resources), ...resources];
