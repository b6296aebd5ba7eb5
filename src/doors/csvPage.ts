import type { Static, TSchema } from '../lib/schema/type.ts';
import type { Context } from '../access/context.ts';
import { userSignInOf } from '../access/signIn.ts';
import { dayIn } from '../lib/time/timeZones.ts';
import { queryReader } from '../lib/http/validate.ts';
import { download, type PageResource, type PageRequest } from './page.ts';
import { redirectTo, type PageAnswer } from './pageAnswer.ts';

type Table<Q extends TSchema> = {
  /** The beginning of the file's name. */
  name: string;
  selection: Q;
  save: (ctx: Context, selection: Static<Q>) => Promise<AsyncGenerator<string>>;
};

/** A page that the dashboard opens to save what an admin may see as CSV. */
export function csvPage<Q extends TSchema>(path: string, { name, selection, save }: Table<Q>): PageResource {
  const readSelection = queryReader(selection);
  const sendTable = async (visit: PageRequest): Promise<PageAnswer> => {
    const { sign_in, query, raw_query, now } = visit;
    if (!sign_in) return redirectTo(`/sign-in?next=${encodeURIComponent(`${path}?${raw_query}`)}`);
    const user = userSignInOf(sign_in, 'admin');
    const pieces = await save(visit.actAs(user), readSelection(Object.fromEntries(query)));
    const dated = `${name}-${dayIn(user.time_zone, now)}.csv`;
    return { kind: 'file', name: dated, type: 'text/csv; charset=utf-8', pieces };
  };
  return download(path, sendTable);
}
