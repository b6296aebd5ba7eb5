import { auditPages } from '../audit/console.ts';
import type { PageResource } from '../doors/page.ts';
import { accountExportPages } from '../features/accounts/export/pages.ts';
import { consentPages } from '../features/consent/pages.ts';
import { submissionPages } from '../features/forms/pages.ts';
import { reportPages } from '../features/reports/console.ts';
import { requestPages } from '../features/requests/routes.ts';
import { signInPages } from '../features/signin/routes.ts';

/** All pages that the server renders, and all downloads. */
export const SERVER_PAGES: readonly PageResource[] = [
  ...signInPages,
  ...consentPages,
  ...submissionPages,
  ...accountExportPages,
  ...auditPages,
  ...reportPages,
  ...requestPages,
];
