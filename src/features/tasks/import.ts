import type { Context } from '../../access/context.ts';
import { importLine, importResult, type ImportResult, type ImportResults } from '../../access/imports.ts';
import { lockAccount } from '../../access/limits/limits.ts';
import { accessReasons } from '../../access/reasons.ts';
import { findReferencedUsers, type ReferencedUser } from '../../access/userReferences.ts';
import { findSubscribedEndpoints } from '../../events/emit.ts';
import { badRequest } from '../../lib/errors.ts';
import { bodyReader } from '../../lib/http/validate.ts';
import { newId } from '../../lib/ids.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { omitEmptyCells } from '../../lib/text/filledCells.ts';
import { writeSteps, type TaskStep } from './batch.ts';
import { withCompletionTime } from './change.ts';
import { NewTask, TaskChanges, type Task, type TaskImport, type TaskLine } from './contract.ts';
import { emitCreated } from './creation.ts';
import { taskReasons } from './reasons.ts';
import { lockTasksByExternalId } from './sql/change.ts';
import { insertTasks, type NewTaskRow } from './sql/tasks.ts';
import { newTaskRow } from './tasks.ts';

const readNewTask = bodyReader(NewTask);
const readTaskChanges = bodyReader(TaskChanges);

/**
 * Imports lines of a CSV file. A line with the external id of an existing task updates or skips that task; any other
 * line creates a task.
 */
export async function importTasks(ctx: Context, input: TaskImport): Promise<ImportResults> {
  const ids = input.lines.map(() => newId(ctx.now));
  return transaction(ctx.db, async (tx) => {
    await lockAccount(tx, ctx.account_id);
    const { lines, created, changed } = await planImport(tx, ctx, input, ids);
    if (!input.dry_run) await writeImport(tx, ctx, created, changed);
    return { lines };
  });
}

type NewTaskPlan = { row: NewTaskRow; assignee: Task['assigned_to']; status: Task['status'] };
type Plan = { lines: ImportResult[]; created: NewTaskPlan[]; changed: TaskStep[] };

async function planImport(
  tx: Transaction,
  ctx: Context,
  { lines, duplicates, dry_run }: TaskImport,
  ids: readonly string[],
): Promise<Plan> {
  const external_ids = lines.flatMap((line) => omitEmptyCells(line).external_id ?? []);
  const known = Map.groupBy(
    await lockTasksByExternalId(tx, ctx.account_id, external_ids),
    ({ external_id }) => external_id,
  );
  const assigned = lines.map(({ assigned_to }) => assigned_to);
  const findUser = await findReferencedUsers(tx, ctx.account_id, assigned);
  const plan: Plan = { lines: [], created: [], changed: [] };
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const { external_id, ...cells } = omitEmptyCells(line);
    const tasks = known.get(external_id ?? null) ?? [];
    const result = await importLine(async () => {
      if (external_id !== undefined && seen.has(external_id)) return importResult('repeated');
      const assignee = assigneeOf(cells, findUser);
      if (external_id === undefined || tasks.length === 0) {
        const id = ids[at] ?? newId(ctx.now);
        plan.created.push(planNewTask(ctx, id, omitEmptyCells(line), assignee));
        return importResult('created', dry_run ? null : id);
      }
      if (duplicates === 'skip') return importResult('skipped');
      const step = planChange(ctx, tasks, cells, assignee);
      if (step) plan.changed.push(step);
      return step ? importResult('updated', step.before.id) : importResult('skipped');
    });
    plan.lines.push(result);
    if (external_id !== undefined && result.state !== 'refused') seen.add(external_id);
  }
  return plan;
}

function assigneeOf(
  { assigned_to }: TaskLine,
  findUser: (reference: string) => ReferencedUser | undefined,
): ReferencedUser | undefined {
  if (assigned_to === undefined) return undefined;
  const user = findUser(assigned_to);
  if (!user) throw badRequest('assigned_to', accessReasons.unknown_user);
  return user;
}

function planNewTask(
  { actor, now }: Context,
  id: string,
  { status, assigned_to: _, ...cells }: TaskLine,
  assignee: ReferencedUser | undefined,
): NewTaskPlan {
  const task = readNewTask(withoutUndefined(cells));
  const { status: wanted = 'open' } = readTaskChanges(withoutUndefined({ status }));
  const row = newTaskRow(id, { ...task, assigned_to: assignee?.user_id ?? null }, actor, now);
  return { row, assignee: assignee ?? null, status: wanted };
}

/** Returns undefined if the task has all values of the line already. */
function planChange(
  { actor, now }: Context,
  [before, ...others]: readonly Task[],
  { assigned_to: _, ...cells }: TaskLine,
  assignee: ReferencedUser | undefined,
): TaskStep | undefined {
  if (!before || others.length > 0) throw badRequest('external_id', taskReasons.external_id_ambiguous);
  const wanted = { ...readTaskChanges(withoutUndefined(cells)), assigned_to: assignee?.user_id };
  const stored = { ...before, assigned_to: before.assigned_to?.user_id ?? null };
  const { assigned_to, ...values } = changedMembers(stored, wanted);
  const changes = { ...values, ...(assigned_to !== undefined && { assigned_to }) };
  if (hasNoMembers(changes)) return undefined;
  const after = { ...before, ...values, assigned_to: assignee ?? before.assigned_to };
  return { before, after, update: withCompletionTime(before, changes, now), actor, now };
}

function withoutUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

async function writeImport(
  tx: Transaction,
  ctx: Context,
  created: readonly NewTaskPlan[],
  changed: readonly TaskStep[],
): Promise<void> {
  const moved = await createTasks(tx, ctx, created);
  const steps = [...changed, ...moved];
  if (steps.length > 0) await writeSteps(tx, ctx.account_id, steps);
}

/** Creates open tasks, as every new task is, and returns the steps to the status that lines name. */
async function createTasks(
  tx: Transaction,
  { account_id, actor, now }: Context,
  created: readonly NewTaskPlan[],
): Promise<TaskStep[]> {
  if (created.length === 0) return [];
  const rows = created.map(({ row }) => row);
  const assignees = new Map(
    created.flatMap(({ assignee }) => (assignee ? [[assignee.user_id, assignee] as const] : [])),
  );
  const receivers = await findSubscribedEndpoints(tx, account_id, ['task.created']);
  const [tasks] = await Promise.all([
    insertTasks(tx, account_id, rows, assignees),
    emitCreated(tx, account_id, receivers, rows),
  ]);
  const statuses = new Map(created.map(({ row, status }) => [row.id, status]));
  return tasks.flatMap((before) => {
    const status = statuses.get(before.id) ?? 'open';
    if (status === before.status) return [];
    return [
      {
        before,
        after: { ...before, status },
        update: withCompletionTime(before, { status }, now),
        actor,
        now,
      },
    ];
  });
}
