import type { Resource } from './doors/declaration.ts';
import { accountsConsole } from './features/accounts/console.ts';
import { appsConsole } from './features/apps/console.ts';
import { appsStaffConsole } from './features/apps/staffConsole.ts';
import { auditConsole } from './features/audit/console.ts';
import { bundlesConsole } from './features/bundles/console.ts';
import { connectionsConsole } from './features/connections/console.ts';
import { deletionsConsole } from './features/deletions/console.ts';
import type { TrainingApp } from './features/deletions/trainingApp.ts';
import { formsConsole } from './features/forms/console.ts';
import type { FormTools } from './features/forms/template.ts';
import { homeConsole } from './features/home/console.ts';
import { integrationsConsole } from './features/integrations/console.ts';
import { keysConsole } from './features/keys/console.ts';
import { knowledgeConsole } from './features/knowledge/console.ts';
import { knowledgeStaffConsole } from './features/knowledge/staffConsole.ts';
import { mailConsole } from './features/mail/console.ts';
import { proceduresConsole } from './features/procedures/console.ts';
import { requestsConsole } from './features/requests/console.ts';
import { reportsConsole } from './features/reports/console.ts';
import { queuesConsole } from './features/queues/console.ts';
import { seatsConsole } from './features/seats/console.ts';
import { secondFactorConsole } from './features/secondFactor/console.ts';
import { sessionsConsole } from './features/sessions/console.ts';
import { me, signInsConsole } from './features/signin/console.ts';
import { skillsConsole } from './features/skills/console.ts';
import { skillsStaffConsole } from './features/skills/staffConsole.ts';
import type { SkillTools } from './features/skills/kinds/kind.ts';
import { tasksConsole } from './features/tasks/console.ts';
import { usersConsole } from './features/users/console.ts';
import { webhooksConsole } from './features/webhooks/console.ts';
import type { EndpointTools } from './features/webhooks/endpoints.ts';

export type ConsoleOptions = EndpointTools &
  FormTools & { training_app: TrainingApp | undefined; skills: SkillTools };

/** Everything that the dashboard may ask for. */
export function consoleResources(options: ConsoleOptions): Resource[] {
  const { box, reach, files, public_url, training_app, skills } = options;
  const resources = [
    ...homeConsole,
    ...accountsConsole,
    ...tasksConsole,
    ...sessionsConsole(training_app),
    ...deletionsConsole,
    ...proceduresConsole,
    ...formsConsole({ files, public_url }),
    ...skillsConsole(skills, reach),
    ...knowledgeConsole(files),
    ...usersConsole(box),
    ...seatsConsole(public_url),
    ...reportsConsole,
    ...keysConsole,
    ...webhooksConsole({ box, reach }),
    ...appsConsole,
    ...appsStaffConsole,
    ...bundlesConsole,
    ...skillsStaffConsole(skills, reach),
    ...knowledgeStaffConsole(files),
    ...queuesConsole,
    ...mailConsole,
    ...connectionsConsole,
    ...integrationsConsole,
    ...requestsConsole,
    ...auditConsole,
    ...signInsConsole,
    ...secondFactorConsole(box),
  ];
  return [me(resources, public_url), ...resources];
}
