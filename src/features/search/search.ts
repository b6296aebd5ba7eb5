import type { Context } from '../../access/context.ts';
import { bareEventId, isEventId } from '../../lib/ids.ts';
import type { RecordKind, SearchAnswer, RecordSearch } from './contract.ts';
import { findRecordById } from './sql/ids.ts';
import { findRecordsByName } from './sql/recordNames.ts';
import { searchTasks } from './sql/tasks.ts';

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

/** Records whose words begin with what was typed, newest first within their kind; or the one of an id. */
export async function search(
  { db, account_id }: Context,
  role: Role,
  { text }: RecordSearch,
): Promise<SearchAnswer> {
  const typed = text.trim();
  const shows = (kind: RecordKind) => role === 'admin' || !FOR_ADMINS.has(kind);
  if (isEventId(typed)) return { found: await findRecordById(db, account_id, bareEventId(typed), shows) };
  const [tasks, named] = await Promise.all([
    searchTasks(db, account_id, typed),
    findRecordsByName(db, account_id, typed, shows),
  ]);
  return { found: [...tasks, ...named] };
}
