import { userSignInOf } from '../access/signIn.ts';
import { page, type PageResource, type Visit } from '../doors/page.ts';
import { redirectTo, type PageAnswer } from '../doors/pageAnswer.ts';
import { dayIn } from '../lib/timeZones.ts';
import { queryReader } from '../lib/http/validate.ts';
import { AuditSelection } from './contract.ts';
import { exportAudit } from './export.ts';

/** What the dashboard opens to save. */
export const auditPages: readonly PageResource[] = [page(EXPORT_PATH, { GET: saveAudit })];

const readSelection = queryReader(AuditSelection);

async function saveAudit(visit: Visit): Promise<PageAnswer> {
  const { sign_in, query, raw_query, now } = visit;
  if (!sign_in) return redirectTo(`/sign-in?next=${encodeURIComponent(`${EXPORT_PATH}?${raw_query}`)}`);
  const user = userSignInOf(sign_in, 'admin');
  const pieces = await exportAudit(visit.actAs(user), readSelection(Object.fromEntries(query)));
  const name = `audit-${dayIn(user.time_zone, now)}.csv`;
  return { kind: 'file', name, type: 'text/csv; charset=utf-8', pieces };
}
