import type { Context } from '../../access/context.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { bareEventId, isEventId } from '../../lib/ids.ts';
import { searchApi, type RecordKind, type RecordSearchQuery, type SearchAnswer } from './contract.ts';
import { findRecordsById } from './sql/ids.ts';
import { findRecordsByName } from './sql/recordNames.ts';
import { searchTasks } from './sql/tasks.ts';

export const searchDashboardRoutes = serveDashboardApi(searchApi, {
  'GET /search': (ctx, { query }) => searchRecords(ctx, ctx.sign_in.role, query),
});

type Role = 'admin' | 'member';

/** Kinds of records that only admins see. */
const FOR_ADMINS: ReadonlySet<RecordKind> = new Set([
  'endpoint',
  'app',
  'key',
  'seat',
  'integration',
  'event',
  'request',
]);

/**
 * Searches records by the beginnings of their words, newest first within each kind. If the text is an id, only records
 * with that id are returned.
 */
export async function searchRecords(
  { db, account_id, now }: Context,
  role: Role,
  { text }: RecordSearchQuery,
): Promise<SearchAnswer> {
  const typed = text.trim();
  const shows = (kind: RecordKind) => role === 'admin' || !FOR_ADMINS.has(kind);
  if (isEventId(typed))
    return { found: await findRecordsById(db, account_id, { id: bareEventId(typed), shows, now }) };
  const [tasks, named] = await Promise.all([
    searchTasks(db, account_id, { typed, now }),
    findRecordsByName(db, account_id, { typed, shows, now }),
  ]);
  return { found: [...tasks, ...named] };
}
