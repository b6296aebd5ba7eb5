import type { Resource } from '../doors/declaration.ts';
import { accountsConsole } from '../features/accounts/console.ts';
import { removalConsole } from '../features/accounts/removal/console.ts';
import { appsConsole } from '../features/apps/console.ts';
import { appLogosConsole } from '../features/apps/logo/console.ts';
import { appsStaffConsole } from '../features/apps/staffConsole.ts';
import { auditConsole } from '../audit/console.ts';
import { backupsConsole } from '../features/backups/console.ts';
import { bundlesConsole } from '../features/bundles/console.ts';
import { connectionsConsole } from '../features/connections/console.ts';
import { deletionsConsole } from '../features/deletions/console.ts';
import { formsConsole } from '../features/forms/console.ts';
import { homeConsole } from '../features/home/console.ts';
import { integrationsConsole } from '../features/integrations/console.ts';
import { keysConsole } from '../features/keys/console.ts';
import { knowledgeConsole } from '../features/knowledge/console.ts';
import { mailConsole } from '../features/mail/console.ts';
import { proceduresConsole } from '../features/procedures/console.ts';
import { requestsConsole } from '../features/requests/console.ts';
import { reportsConsole } from '../features/reports/console.ts';
import { queuesConsole } from '../features/queues/console.ts';
import { searchConsole } from '../features/search/console.ts';
import { seatsConsole } from '../features/seats/console.ts';
import { secondFactorConsole } from '../features/secondFactor/console.ts';
import { sessionsConsole } from '../features/sessions/console.ts';
import { me, signInsConsole } from '../features/signin/console.ts';
import { skillsConsole } from '../features/skills/console.ts';
import { staffConsole } from '../features/staff/console.ts';
import { tasksConsole } from '../features/tasks/console.ts';
import { usersConsole } from '../features/users/console.ts';
import { deliveriesConsole } from '../features/webhooks/log/console.ts';
import { inboxesConsole } from '../features/webhooks/inbox/console.ts';
import { webhooksConsole } from '../features/webhooks/endpoints/console.ts';

const resources: readonly Resource[] = [
  ...homeConsole,
  ...searchConsole,
  ...accountsConsole,
  ...staffConsole,
  ...removalConsole,
  ...tasksConsole,
  ...sessionsConsole,
  ...deletionsConsole,
  ...proceduresConsole,
  ...formsConsole,
  ...skillsConsole,
  ...knowledgeConsole,
  ...usersConsole,
  ...seatsConsole,
  ...reportsConsole,
  ...keysConsole,
  ...webhooksConsole,
  ...deliveriesConsole,
  ...inboxesConsole,
  ...appsConsole,
  ...appLogosConsole,
  ...appsStaffConsole,
  ...bundlesConsole,
  ...backupsConsole,
  ...queuesConsole,
  ...mailConsole,
  ...connectionsConsole,
  ...integrationsConsole,
  ...requestsConsole,
  ...auditConsole,
  ...signInsConsole,
  ...secondFactorConsole,
];

/** All operations of the dashboard. */
export const consoleResources: readonly Resource[] = [...me(resources), ...resources];
