import { acts } from './acts.ts';
import { accounts } from './accounts.ts';
import { apps } from './apps.ts';
import { audit } from './audit.ts';
import { backups } from './backups.ts';
import { bundles } from './bundles.ts';
import { catalogue } from './catalogue.ts';
import { parts } from './parts.ts';
import { connections } from './connections.ts';
import { forms } from './forms.ts';
import { home } from './home.ts';
import { integrations } from './integrations.ts';
import { keys } from './keys.ts';
import { knowledge } from './knowledge.ts';
import { mail } from './mail.ts';
import { people } from './people.ts';
import { queues } from './queues.ts';
import { reasons } from './reasons.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { scopes } from './scopes.ts';
import { seats } from './seats.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { skills } from './skills.ts';
import { staff } from './staff.ts';
import { tasks } from './tasks.ts';
import { webhooks } from './webhooks.ts';
import { words } from './words.ts';
import type { counted } from './counted.ts';

/** The one catalogue of the texts of the pages: the English text is the key of the German one. */
export const german = {
  ...acts,
  ...accounts,
  ...apps,
  ...audit,
  ...backups,
  ...bundles,
  ...catalogue,
  ...parts,
  ...connections,
  ...forms,
  ...home,
  ...integrations,
  ...keys,
  ...knowledge,
  ...mail,
  ...people,
  ...queues,
  ...reasons,
  ...reports,
  ...requests,
  ...scopes,
  ...seats,
  ...sessions,
  ...settings,
  ...shell,
  ...skills,
  ...staff,
  ...tasks,
  ...webhooks,
  ...words,
} as const satisfies Record<string, string>;

export type Text = keyof typeof german;
export type Counted = keyof typeof counted;
