import type { Static, TSchema } from '../lib/schema/type.ts';
import type { Context } from '../access/context.ts';
import { requireUserSignIn } from '../access/signIn.ts';
import { dayIn } from '../lib/time/timeZones.ts';
import { assertStorable } from '../lib/http/text.ts';
import { queryReader } from '../lib/http/validate.ts';
import { declareDownload, type PageResource, type PageRequest } from './page.ts';
import { redirectTo, type PageAnswer } from './pageAnswer.ts';

type Table<Q extends TSchema> = {
  /** The start of the file name; the date follows. */
  name: string;
  selection: Q;
  /** Defaults to `admin`. */
  role?: 'member' | 'admin';
  /** `zone` is the time zone of the account. */
  exportRows: (ctx: Context, selection: Static<Q>, zone: string) => Promise<AsyncGenerator<string>>;
};

/** Declares a CSV download, which the dashboard opens as a link. Without a sign-in it redirects to /sign-in. */
export function declareCsvDownload<Q extends TSchema>(
  path: string,
  { name, selection, role = 'admin', exportRows }: Table<Q>,
): PageResource {
  const readSelection = queryReader(selection);
  const sendTable = async (visit: PageRequest): Promise<PageAnswer> => {
    const { sign_in, query, raw_query, now } = visit;
    if (!sign_in) return redirectTo(`/sign-in?next=${encodeURIComponent(`${path}?${raw_query}`)}`);
    const user = requireUserSignIn(sign_in, role);
    const sent = Object.fromEntries(query);
    assertStorable(sent, 'query');
    const wanted = readSelection(sent);
    const pieces = await exportRows(visit.actAs(user), wanted, user.time_zone);
    const dated = `${name}-${dayIn(user.time_zone, now)}.csv`;
    return { kind: 'file', name: dated, type: 'text/csv; charset=utf-8', pieces };
  };
  return declareDownload(path, sendTable);
}
