import { defineCountedList } from '../../../counts/counts.ts';
import { SESSION_ROLES, SESSION_STATUSES, type SessionFilter } from '../contract.ts';

export const COUNTED_SESSIONS = defineCountedList<SessionFilter>({
  table: 'sessions',
  row: 'session',
  at: 'started_at',
  traits: { status: SESSION_STATUSES, role: SESSION_ROLES },
  deleted_at: 'deleted_at',
});
