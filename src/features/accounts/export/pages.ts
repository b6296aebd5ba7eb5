import { requireStaffSignIn, requireUserSignIn } from '../../../access/signIn.ts';
import { declareDownload, type PageResource, type PageRequest } from '../../../doors/page.ts';
import { redirectTo, type PageAnswer } from '../../../doors/pageAnswer.ts';
import { badRequest } from '../../../lib/errors.ts';
import { untranslated } from '../../../lib/text/reasons.ts';
import { isUuid } from '../../../lib/ids.ts';
import { streamAccountExport } from './save.ts';

const EXPORT_PATH = '/account.tar.gz';
const STAFF_PATH = '/account-for-staff.tar.gz';

/** The downloads of a whole account, for its admins and for staff. */
export const accountExportPages: readonly PageResource[] = [
  declareDownload(EXPORT_PATH, saveAccount),
  declareDownload(STAFF_PATH, saveAccountOfStaff),
];

async function saveAccount(visit: PageRequest): Promise<PageAnswer> {
  const { sign_in, now } = visit;
  if (!sign_in) return redirectTo(`/sign-in?next=${encodeURIComponent(EXPORT_PATH)}`);
  const user = requireUserSignIn(sign_in, 'admin');
  return fileOf(user.account_name, now, streamAccountExport(visit.actAs(user)));
}

async function saveAccountOfStaff(visit: PageRequest): Promise<PageAnswer> {
  const { sign_in, db, now, tools, address, query, raw_query } = visit;
  if (!sign_in) return redirectTo(`/sign-in?next=${encodeURIComponent(`${STAFF_PATH}?${raw_query}`)}`);
  const staff = requireStaffSignIn(sign_in);
  const account_id = query.get('account_id') ?? '';
  if (!isUuid(account_id)) throw badRequest('account_id', untranslated('must be a UUID'));
  const here = { db, now, tools, account_id, ...(address !== undefined && { address }) };
  const pieces = streamAccountExport({ ...here, actor: { kind: 'staff', user_id: staff.user_id } });
  return fileOf(account_id, now, pieces);
}

function fileOf(of: string, now: Date, pieces: AsyncGenerator<Buffer>): PageAnswer {
  const name = `${of}-${now.toISOString().slice(0, 10)}.tar.gz`;
  return { kind: 'file', name, type: 'application/gzip', pieces };
}
