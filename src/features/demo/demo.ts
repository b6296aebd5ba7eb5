import type { Context } from '../../access/context.ts';
import { ALL_SCOPES } from '../../access/scopes.ts';
import type { Platform } from '../../access/platform.ts';
import { randomBase62 } from '../../lib/tokens.ts';
import { createAccount } from '../accounts/accounts.ts';
import { registerApp, submitApp } from '../apps/apps.ts';
import { approveApp } from '../apps/reviews.ts';
import { createKey } from '../keys/keys.ts';
import { createSeat } from '../seats/seats.ts';
import { changeTask, createTask } from '../tasks/tasks.ts';
import { createUser } from '../users/users.ts';
import { ADMIN, APPS, COLLEAGUES, TASKS, type DemoTask } from './material.ts';
import * as queries from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Fills an empty installation with an account to look at, through the same verbs that customers use. */
export async function seedDemo(platform: Platform, say: (line: string) => void): Promise<void> {
  if (await queries.hasAccounts(platform.db)) return;
  const password = randomBase62(14);
  const { account_id, user_id } = await createAccount(platform, {
    name: 'Nordlicht Training',
    admin: { ...ADMIN, password },
  });

  const ctx: Context = { ...platform, account_id, actor: { kind: 'user', user_id } };
  const people = await seedPeople(ctx);
  await seedTasks(ctx, [user_id, ...people]);
  await seedApps(platform, ctx);
  const { key } = await createKey(ctx, { name: 'Demo', scopes: ALL_SCOPES });
  say(`demo sign-in ${ADMIN.email} ${password}`);
  say(`demo key ${key}`);
}

async function seedPeople(ctx: Context): Promise<string[]> {
  const ids: string[] = [];
  for (const { seat, ...person } of COLLEAGUES) {
    const { user_id } = await createUser(ctx, { ...person, password: randomBase62(24) });
    if (seat) await createSeat(ctx, { user_id, ...seat });
    ids.push(user_id);
  }
  return ids;
}

/** One that every customer may connect, and one that waits for its review. */
async function seedApps(platform: Platform, ctx: Context): Promise<void> {
  const [active, waiting] = APPS;
  const { client_id } = await registerApp(ctx, active);
  await submitApp(ctx, client_id);
  await approveApp(platform, { client_id });
  const submitted = await registerApp(ctx, waiting);
  await submitApp(ctx, submitted.client_id);
}

async function seedTasks(ctx: Context, people: string[]): Promise<void> {
  for (const [at, task] of TASKS.entries()) {
    await seedTask(ctx, task, people[at % people.length] ?? null);
  }
}

async function seedTask(ctx: Context, task: DemoTask, assigned_to: string | null): Promise<void> {
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
}
