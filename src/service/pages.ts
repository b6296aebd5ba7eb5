import { auditPages } from '../audit/pages.ts';
import type { PageResource } from '../doors/page.ts';
import { accountPages } from '../features/accounts/export/pages.ts';
import { consentPages } from '../features/consent/pages.ts';
import { formPages } from '../features/forms/pages.ts';
import { reportPages } from '../features/reports/pages.ts';
import { requestPages } from '../features/requests/pages.ts';
import { signInPages } from '../features/signin/routes.ts';

/** Every page that the server renders, or sends to be saved. */
export const SERVER_PAGES: readonly PageResource[] = [
  ...signInPages,
  ...consentPages,
  ...formPages,
  ...accountPages,
  ...auditPages,
  ...reportPages,
  ...requestPages,
];
