import type { Context } from '../../../access/context.ts';
import { badRequest, failureOf } from '../../../lib/errors.ts';
import { accessReasons } from '../../../access/reasons.ts';
import { skillReasons } from '../reasons.ts';
import type { SessionContext } from '../contract.ts';
import * as queries from '../sql/skills.ts';

/** The seat, user, role and session that a skill runs for. */
export type ExecutionContext = {
  seat_id: string | null;
  user_id: string | null;
  role: 'trainer' | 'trainee' | null;
  session_id: string | null;
};

export type AllowedSeats = readonly string[] | 'all';

/** Completes the seat, user, role and session of an execution: members that the caller omits come from the session, the seat, or the user's first seat. */
export async function completeExecutionContext(
  ctx: Context,
  wanted: SessionContext,
  seats: AllowedSeats,
): Promise<ExecutionContext> {
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
  seats: AllowedSeats,
): Promise<ExecutionContext> {
  const session = await queries.findOpenSession(db, account_id, session_id);
  if (!session) throw badRequest('session_context.session_id', skillReasons.session_not_open);
  if (wanted.seat_id !== undefined && wanted.seat_id !== session.seat_id) {
    throw badRequest('session_context.seat_id', skillReasons.seat_of_other_session);
  }
  if (wanted.user_id !== undefined && wanted.user_id !== session.user_id) {
    throw badRequest('session_context.user_id', skillReasons.user_of_other_session);
  }
  assertSeatEntitled(session.seat_id, seats);
  return { ...session, role: wanted.role ?? session.role, session_id };
}

/** Finds the seat in the request, or the first seat that is entitled to the skill. */
async function findSeat({ db, account_id }: Context, wanted: SessionContext, seats: AllowedSeats) {
  const { seat_id } = wanted;
  if (seat_id === undefined) return queries.findSeatForExecution(db, account_id, wanted, seats);
  const seat = await queries.findSeatForExecution(db, account_id, { seat_id }, 'all');
  if (!seat) throw badRequest('session_context.seat_id', skillReasons.seat_not_active);
  assertSeatEntitled(seat_id, seats);
  return seat;
}

/** Throws if a seat is required: the request has no user, or the skill is allocated only to certain seats. */
function assertSeatless({ user_id }: SessionContext, seats: AllowedSeats): void {
  if (user_id === undefined) throw badRequest('session_context', skillReasons.no_active_seat);
  if (seats !== 'all')
    throw failureOf('NOT_ENTITLED', 'session_context.user_id', skillReasons.allocated_to_other_seats);
}

function assertSeatEntitled(seat_id: string, seats: AllowedSeats): void {
  if (seats === 'all' || seats.includes(seat_id)) return;
  throw failureOf('NOT_ENTITLED', 'session_context.seat_id', skillReasons.allocated_to_other_seats);
}

function roleOf(seat: queries.ExecutionSeat | undefined): ExecutionContext['role'] {
  if (!seat) return null;
  return seat.roles.includes('trainer') ? 'trainer' : (seat.roles[0] ?? null);
}
