import type { Context, DeviceContext } from '../access/context.ts';
import { writeLastUses } from '../access/sql/uses.ts';
import { ALL_SCOPES } from '../access/scopes.ts';
import type { PlatformContext } from '../access/platform.ts';
import type { DemoAccount, DemoSignIn } from '../access/tools.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time/clock.ts';
import { randomBase62 } from '../access/tokens.ts';
import { createAccount } from '../features/accounts/accounts.ts';
import { createIntegration } from '../features/integrations/integrations.ts';
import { createKey } from '../features/keys/keys.ts';
import { listProcedures, reviewProcedure } from '../features/procedures/procedures.ts';
import { seedForms } from './forms.ts';
import { pairDevice, createPairingCode } from '../features/seats/pairing.ts';
import { createSeatWithoutToken } from '../features/seats/seats.ts';
import { completeSession, recordSessionHeartbeat, startSession } from '../features/sessions/device.ts';
import { findUserForSignIn } from '../features/signin/sql/signIns.ts';
import { createStaffMember } from '../features/staff/staff.ts';
import { changeTask } from '../features/tasks/change.ts';
import { pushTask } from '../features/tasks/inbound.ts';
import { createTask } from '../features/tasks/tasks.ts';
import { createUser } from '../features/users/users.ts';
import {
  DEMO_ADMIN,
  DEMO_MEMBER,
  DEMO_STAFF,
  DEMO_USERS,
  DEMO_SUBMISSIONS,
  DEMO_INTEGRATION,
  DEMO_TASKS,
  type DemoTask,
} from './material.ts';
import { seedApiRequests } from './calls.ts';
import { seedApps } from './connection.ts';
import { seedDeliveries, seedInbox } from './deliveries.ts';
import * as queries from './queries.ts';
import { seedSkills } from './skills.ts';
import { DEMO_SESSIONS, type DemoSession } from './recordings.ts';

/**
 * Seeds an empty installation with a demo account, and prints its sign-ins and its key. It uses the functions of the
 * API and dashboard, so all rows are valid. Returns undefined if the installation has an account.
 */
export async function seedDemo(
  platform: PlatformContext,
  say: (line: string) => void,
): Promise<DemoAccount | undefined> {
  if (await queries.hasAccounts(platform.db)) return undefined;
  const password = randomBase62(14);
  const { account_id, user_id } = await createAccount(platform, {
    name: 'Nordlicht Training',
    admin: { ...DEMO_ADMIN, password },
  });

  const ctx: Context = { ...platform, account_id, actor: { kind: 'user', user_id } };
  const endpoint_id = await seedInbox(ctx);
  const member_password = randomBase62(14);
  const { people, seats } = await seedUsers(ctx, member_password);
  const tasks = await seedTasks(ctx, [user_id, ...people]);
  await seedSessions(ctx, seats, tasks.slice(-8));
  await seedApps(ctx, user_id);
  await seedSkills(ctx, seats);
  await seedForms(platform, ctx, DEMO_SUBMISSIONS);
  const made = { ...ctx, now: new Date(ctx.now.getTime() - 3 * DAY_MS) };
  const { id: key_id, key } = await createKey(made, { name: 'Demo', scopes: ALL_SCOPES });
  await seedApiRequests(ctx, key_id);
  await seedIntegration(ctx);
  await seedDeliveries(ctx, endpoint_id);
  await noteSeats(ctx, seats);
  const staff_password = randomBase62(14);
  await createStaffMember(platform, { ...DEMO_STAFF, password: staff_password });
  const sign_ins = await readSignIns(platform, [
    { role: 'admin', email: DEMO_ADMIN.email, password },
    { role: 'member', email: DEMO_MEMBER.email, password: member_password },
    { role: 'staff', email: DEMO_STAFF.email, password: staff_password },
  ]);
  printDemoSignIns(sign_ins, say);
  say(`demo key ${key}`);
  return { account_id, sign_ins };
}

type NewSignIn = Omit<DemoSignIn, 'password_hash'>;

function readSignIns({ db }: PlatformContext, made: readonly NewSignIn[]): Promise<DemoSignIn[]> {
  return Promise.all(
    made.map(async (sign_in) => {
      const person = await findUserForSignIn(db, sign_in.email);
      if (!person?.password_hash) throw new Error(`${sign_in.email} of the demo has no password`);
      return { ...sign_in, password_hash: person.password_hash };
    }),
  );
}

export function printDemoSignIns(sign_ins: DemoAccount['sign_ins'], say: (line: string) => void): void {
  for (const { email, password, role } of sign_ins) say(`demo sign-in ${email} ${password} (${role})`);
}

type DemoSeat = NonNullable<(typeof DEMO_USERS)[number]['seat']>;

async function seedSeat(ctx: Context, user_id: string, { serial, ...seat }: DemoSeat): Promise<string> {
  const { seat_id } = await createSeatWithoutToken(ctx, { user_id, ...seat });
  const { code } = await createPairingCode(ctx, seat_id);
  await pairDevice({ ...ctx, address: '127.0.0.1' }, { code, model: 'Vision 3', serial });
  return seat_id;
}

/** Seeds an integration: an external system that pushes its work orders as tasks. */
async function seedIntegration(ctx: Context): Promise<void> {
  const made = new Date(ctx.now.getTime() - 20 * DAY_MS);
  const { provider, orders } = DEMO_INTEGRATION;
  const { integration_id } = await createIntegration({ ...ctx, now: made }, { provider });
  const actor = { kind: 'integration', integration_id, provider } as const;
  for (const { days_ago, ...order } of orders) {
    const at = new Date(ctx.now.getTime() - days_ago * DAY_MS);
    await pushTask({ ...ctx, now: at, actor }, order);
    await writeLastUses(ctx.db, 'integrations', [{ account_id: ctx.account_id, id: integration_id, at }]);
  }
}

/** Sets the time at which each pair of glasses was last seen. */
async function noteSeats({ db, account_id, now }: Context, seats: string[]): Promise<void> {
  const uses = seats.map((id, at) => ({
    account_id,
    id,
    at: new Date(now.getTime() - (at * 130 + 9) * MINUTE_MS),
  }));
  await writeLastUses(db, 'seats', uses);
}

type DemoUsers = { people: string[]; seats: string[] };

/** The first user gets the given password, the others a random one. */
async function seedUsers(ctx: Context, password: string): Promise<DemoUsers> {
  const people: string[] = [];
  const seats: string[] = [];
  for (const { seat, ...person } of DEMO_USERS) {
    const { user_id } = await createUser(ctx, {
      ...person,
      password: people.length === 0 ? password : randomBase62(24),
    });
    if (seat) seats.push(await seedSeat(ctx, user_id, seat));
    people.push(user_id);
  }
  return { people, seats };
}

async function seedTasks(ctx: Context, people: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, task] of DEMO_TASKS.entries()) {
    ids.push(await seedTask(ctx, task, people[at % people.length] ?? null));
  }
  return ids;
}

async function seedTask(ctx: Context, task: DemoTask, assigned_to: string | null): Promise<string> {
  const made = new Date(ctx.now.getTime() - task.days_ago * DAY_MS);
  const due_date = new Date(made.getTime() + 7 * DAY_MS).toISOString();
  const { id } = await createTask(
    { ...ctx, now: made },
    { title: task.title, description: task.description, priority: task.priority, due_date, assigned_to },
  );
  for (const [step, status] of task.moves.entries()) {
    const moved = new Date(Math.min(made.getTime() + (step + 1) * 0.4 * DAY_MS, ctx.now.getTime()));
    await changeTask({ ...ctx, now: moved }, id, { status });
  }
  return id;
}

async function seedSessions(ctx: Context, seats: string[], open_tasks: string[]): Promise<void> {
  const tasks = open_tasks.values();
  for (const session of DEMO_SESSIONS) {
    const seat_id = seats[session.seat];
    const task_id = session.takes_task ? (tasks.next().value ?? null) : null;
    if (seat_id) await seedSession({ ...ctx, actor: { kind: 'device', seat_id } }, session, task_id);
  }
  await seedReviews(ctx);
}

async function seedSession(
  glasses: DeviceContext,
  { hours_ago, start, minutes, end, video_url }: DemoSession,
  task_id: string | null,
): Promise<void> {
  const began = new Date(glasses.now.getTime() - hours_ago * HOUR_MS);
  const { id } = await startSession({ ...glasses, now: began }, { ...start, task_id });
  if (!end) return;
  const ended = new Date(began.getTime() + minutes * MINUTE_MS);
  await completeSession({ ...glasses, now: ended }, { ...end, session_id: id });
  if (video_url) await recordSessionHeartbeat({ ...glasses, now: ended }, id, { video_url });
}

const TURNED_DOWN = { status: 'rejected', notes: 'The hands cover the part: record it again.' } as const;

/** Approves or rejects the older half of the procedures; the newer half stays in review. */
async function seedReviews(ctx: Context): Promise<void> {
  const { procedures, total } = await listProcedures(ctx, { limit: 100, offset: 0 });
  for (const [at, { id, created_at }] of procedures.slice(Math.floor(total / 2)).entries()) {
    const reviewed = { ...ctx, now: new Date(Date.parse(created_at) + DAY_MS) };
    await reviewProcedure(reviewed, id, at % 5 === 2 ? TURNED_DOWN : { status: 'approved' });
  }
}
