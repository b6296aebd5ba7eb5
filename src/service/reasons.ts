import { accessReasons } from '../access/reasons.ts';
import { doorReasons } from '../doors/reasons.ts';
import { accountReasons } from '../features/accounts/reasons.ts';
import { appReasons } from '../features/apps/reasons.ts';
import { backupFailureReasons, backupReasons } from '../features/backups/reasons.ts';
import { bundleReasons } from '../features/bundles/reasons.ts';
import { consentReasons } from '../features/consent/reasons.ts';
import { formReasons } from '../features/forms/reasons.ts';
import { keyReasons } from '../features/keys/reasons.ts';
import { knowledgeReasons } from '../features/knowledge/reasons.ts';
import { mailReasons } from '../features/mail/reasons.ts';
import { procedureReasons } from '../features/procedures/reasons.ts';
import { reportReasons } from '../features/reports/reasons.ts';
import { seatReasons } from '../features/seats/reasons.ts';
import { secondFactorReasons } from '../features/secondFactor/reasons.ts';
import { signinReasons } from '../features/signin/reasons.ts';
import { skillReasons } from '../features/skills/reasons.ts';
import { staffReasons } from '../features/staff/reasons.ts';
import { taskReasons } from '../features/tasks/reasons.ts';
import { userReasons } from '../features/users/reasons.ts';
import { webhookReasons } from '../features/webhooks/reasons.ts';
import { cryptoReasons } from '../lib/crypto/reasons.ts';
import { documentReasons } from '../lib/documents/reasons.ts';
import { archiveReasons } from '../lib/files/archive/reasons.ts';
import { callReasons, httpReasons, networkReasons } from '../lib/http/reasons.ts';
import { imageReasons } from '../lib/images/reasons.ts';
import { schemaReasons } from '../lib/schema/reasons.ts';

/** The reasons of all error responses. The dashboard has a translated text for each of them. */
export const REASONS = {
  ...accessReasons,
  ...accountReasons,
  ...appReasons,
  ...archiveReasons,
  ...backupFailureReasons,
  ...backupReasons,
  ...bundleReasons,
  ...callReasons,
  ...consentReasons,
  ...cryptoReasons,
  ...documentReasons,
  ...doorReasons,
  ...formReasons,
  ...httpReasons,
  ...imageReasons,
  ...keyReasons,
  ...knowledgeReasons,
  ...mailReasons,
  ...networkReasons,
  ...procedureReasons,
  ...reportReasons,
  ...schemaReasons,
  ...seatReasons,
  ...secondFactorReasons,
  ...signinReasons,
  ...skillReasons,
  ...staffReasons,
  ...taskReasons,
  ...userReasons,
  ...webhookReasons,
};

export type { RecordNoun } from '../access/notFound.ts';
export type { EditConflict, FailureDetails } from '../lib/errors.ts';

type Reasons = typeof REASONS;
export type ReasonCode = keyof Reasons;
/** The values that the text of a reason contains, by name. */
export type ReasonValuesOf<R extends ReasonCode> = Reasons[R] extends (values: infer V) => unknown
  ? V
  : object;
