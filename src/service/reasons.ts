import { accessReasons } from '../access/reasons.ts';
import { doorReasons } from '../doors/reasons.ts';
import { accountReasons } from '../features/accounts/reasons.ts';
import { appReasons } from '../features/apps/reasons.ts';
import { bundleReasons } from '../features/bundles/reasons.ts';
import { consentReasons } from '../features/consent/reasons.ts';
import { formReasons } from '../features/forms/reasons.ts';
import { keyReasons } from '../features/keys/reasons.ts';
import { knowledgeReasons } from '../features/knowledge/reasons.ts';
import { mailReasons } from '../features/mail/reasons.ts';
import { procedureReasons } from '../features/procedures/reasons.ts';
import { reportReasons } from '../features/reports/reasons.ts';
import { secondFactorReasons } from '../features/secondFactor/reasons.ts';
import { signinReasons } from '../features/signin/reasons.ts';
import { skillReasons } from '../features/skills/reasons.ts';
import { staffReasons } from '../features/staff/reasons.ts';
import { taskReasons } from '../features/tasks/reasons.ts';
import { userReasons } from '../features/users/reasons.ts';
import { webhookReasons } from '../features/webhooks/reasons.ts';
import { cryptoReasons } from '../lib/crypto/reasons.ts';
import { httpReasons, networkReasons } from '../lib/http/reasons.ts';
import { imageReasons } from '../lib/images/reasons.ts';
import { schemaReasons } from '../lib/schema/reasons.ts';

/** Every reason that pages have words for. */
export const REASONS = {
  ...accessReasons,
  ...accountReasons,
  ...appReasons,
  ...bundleReasons,
  ...consentReasons,
  ...cryptoReasons,
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
  ...secondFactorReasons,
  ...signinReasons,
  ...skillReasons,
  ...staffReasons,
  ...taskReasons,
  ...userReasons,
  ...webhookReasons,
};

export type { Noun } from '../access/notFound.ts';
export type { FailureDetails } from '../lib/errors.ts';

type Reasons = typeof REASONS;
export type ReasonCode = keyof Reasons;
/** The values of a reason, by name. */
export type ValuesOf<R extends ReasonCode> = Reasons[R] extends (values: infer V) => unknown ? V : object;
