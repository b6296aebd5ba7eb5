import { actsTexts } from './acts.ts';
import { accountsTexts } from './accounts.ts';
import { appsTexts } from './apps.ts';
import { auditTexts } from './audit.ts';
import { backupsTexts } from './backups.ts';
import { bundlesTexts } from './bundles.ts';
import { catalogueTexts } from './catalogue.ts';
import { partsTexts } from './parts.ts';
import { connectionsTexts } from './connections.ts';
import { formsTexts } from './forms.ts';
import { homeTexts } from './home.ts';
import { integrationsTexts } from './integrations.ts';
import { keysTexts } from './keys.ts';
import { knowledgeTexts } from './knowledge.ts';
import { mailTexts } from './mail.ts';
import { peopleTexts } from './people.ts';
import { queuesTexts } from './queues.ts';
import { reasonsTexts } from './reasons.ts';
import { reportsTexts } from './reports.ts';
import { requestsTexts } from './requests.ts';
import { scopes } from './scopes.ts';
import { seatsTexts } from './seats.ts';
import { sessionsTexts } from './sessions.ts';
import { settingsTexts } from './settings.ts';
import { shellTexts } from './shell.ts';
import { skillsTexts } from './skills.ts';
import { staffTexts } from './staff.ts';
import { tasksTexts } from './tasks.ts';
import { webhooksTexts } from './webhooks.ts';
import { wordsTexts } from './words.ts';
import type { germanPlurals } from './counted.ts';

/** The one catalogue of the texts of the pages: the English text is the key of the German one. */
export const germanTexts = {
  ...actsTexts,
  ...accountsTexts,
  ...appsTexts,
  ...auditTexts,
  ...backupsTexts,
  ...bundlesTexts,
  ...catalogueTexts,
  ...partsTexts,
  ...connectionsTexts,
  ...formsTexts,
  ...homeTexts,
  ...integrationsTexts,
  ...keysTexts,
  ...knowledgeTexts,
  ...mailTexts,
  ...peopleTexts,
  ...queuesTexts,
  ...reasonsTexts,
  ...reportsTexts,
  ...requestsTexts,
  ...scopes,
  ...seatsTexts,
  ...sessionsTexts,
  ...settingsTexts,
  ...shellTexts,
  ...skillsTexts,
  ...staffTexts,
  ...tasksTexts,
  ...webhooksTexts,
  ...wordsTexts,
} as const satisfies Record<string, string>;

export type Text = keyof typeof germanTexts;
export type Counted = keyof typeof germanPlurals;
