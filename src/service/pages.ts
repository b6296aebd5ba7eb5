import { auditPages } from '../audit/console.ts';
import type { PageResource } from '../doors/page.ts';
import { accountExportPages } from '../features/accounts/export/pages.ts';
import { consentPages } from '../features/consent/pages.ts';
import { submissionPages } from '../features/forms/pages.ts';
import { reportPages } from '../features/reports/console.ts';
import { requestPages } from '../features/requests/routes.ts';
import { seatPages } from '../features/seats/routes.ts';
import { sessionPages } from '../features/sessions/console.ts';
import { signInPages } from '../features/signin/routes.ts';
import { taskPages } from '../features/tasks/console.ts';
import { userPages } from '../features/users/console.ts';

/** All pages that the server renders, and all downloads. */
export const SERVER_PAGES: readonly PageResource[] = [
  ...signInPages,
  ...consentPages,
  ...submissionPages,
  ...accountExportPages,
  ...auditPages,
  ...reportPages,
  ...requestPages,
  ...taskPages,
  ...userPages,
  ...seatPages,
  ...sessionPages,
];
