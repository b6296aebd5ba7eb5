import { userIdOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { listSeatsOfUser } from '../seats/sql/seats.ts';
import { listUserSessions } from '../sessions/sql/browse.ts';
import { listUserTasks } from '../tasks/sql/workQueue.ts';
import { MOST_COUNTED_ROWS, type MemberHome } from './contract.ts';

const MOST = { tasks: 6, sessions: 5, seats: 5 };

/** Reads the open tasks, the latest sessions and the seats of the signed-in user. */
export async function readMemberHome({ db, account_id, actor, now }: Context): Promise<MemberHome> {
  const user_id = userIdOf(actor);
  if (user_id === null) throw notFound('Person');
  const [work, { sessions }, seats] = await Promise.all([
    listUserTasks(db, account_id, { user_id, now, limit: MOST.tasks, most: MOST_COUNTED_ROWS }),
    listUserSessions(db, account_id, { user_id, limit: MOST.sessions, offset: 0 }),
    listSeatsOfUser(db, account_id, { user_id, limit: MOST.seats }),
  ]);
  return { tasks: work.tasks, open_tasks: work.open, overdue_tasks: work.overdue, sessions, seats };
}
