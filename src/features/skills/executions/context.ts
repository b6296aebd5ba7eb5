import type { Context } from '../../../access/context.ts';
import { badRequest, failureOf } from '../../../lib/errors.ts';
import { accessReasons } from '../../../access/reasons.ts';
import { skillReasons } from '../reasons.ts';
import type { SessionContext } from '../contract.ts';
import * as queries from '../sql/skills.ts';

/** The user, seat, session and task that a skill runs for. */
export type ResolvedContext = {
  seat_id: string | null;
  user_id: string | null;
  role: 'trainer' | 'trainee' | null;
  session_id: string | null;
};

export type Seats = readonly string[] | 'all';

/** Sent members win; others follow from the session, the seat, or the user's first seat. */
export async function resolveContext(
  ctx: Context,
  wanted: SessionContext,
  seats: Seats,
): Promise<ResolvedContext> {
  const { db, account_id } = ctx;
  if (wanted.session_id !== undefined) return contextOfSession(ctx, wanted, wanted.session_id, seats);
  if (wanted.user_id !== undefined && !(await queries.isActiveUser(db, account_id, wanted.user_id))) {
    throw badRequest('session_context.user_id', accessReasons.unknown_user);
  }
  const seat = await findSeat(ctx, wanted, seats);
  if (!seat) assertSeatless(wanted, seats);
  return {
    seat_id: seat?.seat_id ?? null,
    user_id: wanted.user_id ?? seat?.user_id ?? null,
    role: wanted.role ?? roleOf(seat),
    session_id: null,
  };
}

async function contextOfSession(
  { db, account_id }: Context,
  wanted: SessionContext,
  session_id: string,
  seats: Seats,
): Promise<ResolvedContext> {
  const session = await queries.findOpenSession(db, account_id, session_id);
  if (!session) throw badRequest('session_context.session_id', skillReasons.session_not_open);
  if (wanted.seat_id !== undefined && wanted.seat_id !== session.seat_id) {
    throw badRequest('session_context.seat_id', skillReasons.seat_of_other_session);
  }
  if (wanted.user_id !== undefined && wanted.user_id !== session.user_id) {
    throw badRequest('session_context.user_id', skillReasons.user_of_other_session);
  }
  assertGiven(session.seat_id, seats);
  return { ...session, role: wanted.role ?? session.role, session_id };
}

/** The named seat, or the first one that is entitled. */
async function findSeat({ db, account_id }: Context, wanted: SessionContext, seats: Seats) {
  const { seat_id } = wanted;
  if (seat_id === undefined) return queries.findWornSeat(db, account_id, wanted, seats);
  const seat = await queries.findWornSeat(db, account_id, { seat_id }, 'all');
  if (!seat) throw badRequest('session_context.seat_id', skillReasons.seat_not_active);
  assertGiven(seat_id, seats);
  return seat;
}

/** A named user needs no seat, unless the skill is limited to seats. */
function assertSeatless({ user_id }: SessionContext, seats: Seats): void {
  if (user_id === undefined) throw badRequest('session_context', skillReasons.no_active_seat);
  if (seats !== 'all')
    throw failureOf('NOT_ENTITLED', 'session_context.user_id', skillReasons.allocated_to_other_seats);
}

function assertGiven(seat_id: string, seats: Seats): void {
  if (seats === 'all' || seats.includes(seat_id)) return;
  throw failureOf('NOT_ENTITLED', 'session_context.seat_id', skillReasons.allocated_to_other_seats);
}

function roleOf(seat: queries.FoundContext | undefined): ResolvedContext['role'] {
  if (!seat) return null;
  return seat.roles.includes('trainer') ? 'trainer' : (seat.roles[0] ?? null);
}
