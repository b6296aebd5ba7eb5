import type { Actor, Context } from '../../../access/context.ts';
import { emit } from '../../../events/emit.ts';
import { notFound } from '../../../access/notFound.ts';
import { failureOf, internalError } from '../../../lib/errors.ts';
import { skillReasons } from '../reasons.ts';
import { newId } from '../../../lib/ids.ts';
import { Limiter } from '../../../lib/concurrency/limiter.ts';
import { withoutBeforeCommit, transaction, type Transaction } from '../../../lib/sql/sql.ts';
import type { ExecuteRequest, SkillOutput, TestRun } from '../contract.ts';
import type { Execution, ExecutionFilter, ExecutionPage } from './contract.ts';
import { limitOf, runKind } from '../kinds/kinds.ts';
import type { RunOutcome, SkillRun } from '../kinds/kind.ts';
import type { StoredSkill } from '../sql/skills.ts';
import { findUsableSkill } from '../usable.ts';
import { resolveContext, type ResolvedContext, type Seats } from './context.ts';
import { skillExecuted } from './events.ts';
import * as queries from '../sql/executions.ts';

/** The time to close an execution after its skill has timed out. */
const GRACE_MS = 15_000;
const ANSWER_CHARACTERS = 4_096;
/** Bounds the running executions of an account, so that hanging receivers of one account do not block others. */
const running = new Limiter({ most_per_key: () => 100 });

/** Runs a skill for every kind of caller: checks in the order of the contract, runs, and emits the event. */
export async function executeSkill(
  ctx: Context,
  { skill_id, arguments: input, session_context = {} }: ExecuteRequest,
): Promise<SkillOutput> {
  const { seats, ...skill } = await findEntitled(ctx, skill_id);
  if (!skill.is_active) throw failureOf('DISABLED', 'skill_id', skillReasons.skill_inactive);
  await ctx.tools.schemas.assertArguments(ctx.account_id, skill.arguments_schema, input);
  const context = await resolveContext(ctx, session_context, seats);
  return outputOf(await runSkill(ctx, { skill, arguments: input, session_context: context }));
}

/** A test run: inactive skills too, with all details, without an event. */
export async function testSkill(
  ctx: Context,
  { skill_id, arguments: input, session_context }: ExecuteRequest,
): Promise<TestRun> {
  const { seats, ...skill } = await findEntitled(ctx, skill_id);
  await ctx.tools.schemas.assertArguments(ctx.account_id, skill.arguments_schema, input);
  const context = session_context ? await resolveContext(ctx, session_context, seats) : NOBODY;
  const started_ms = performance.now();
  const outcome = await runSkill(ctx, { skill, arguments: input, session_context: context });
  return { ...resultOf(outcome), duration_ms: Math.round(performance.now() - started_ms) };
}

export async function listExecutions(
  { db, account_id }: Context,
  filter: ExecutionFilter,
): Promise<ExecutionPage> {
  const { limit, offset } = filter;
  const { shown, ...ends } = await queries.listExecutions(db, account_id, filter);
  return { executions: shown, ...ends, limit, offset };
}

const NOBODY: ResolvedContext = { seat_id: null, user_id: null, role: null, session_id: null };

async function findEntitled(
  { db, account_id, actor }: Context,
  id: string,
): Promise<StoredSkill & { seats: Seats }> {
  const skill = await findUsableSkill(db, account_id, id);
  if (!skill) throw notFound('Skill');
  const may = actor.kind === 'device' ? has(skill.seats, actor.seat_id) : skill.seats.length > 0;
  if (!may) throw failureOf('NOT_ENTITLED', 'skill_id', skillReasons.skill_not_allocated);
  return skill;
}

function has(seats: Seats, seat_id: string): boolean {
  return seats === 'all' || seats.includes(seat_id);
}

/** Writes the execution before and after the run; no transaction is open in between. */
async function runSkill(ctx: Context, planned: Omit<SkillRun, 'execution_id'>): Promise<RunOutcome> {
  using place = running.tryTake(ctx.account_id);
  if (!place) throw internalError(skillReasons.too_many_executions);
  const run = { ...planned, execution_id: newId(ctx.now) };
  await queries.insertExecution(ctx.db, ctx.account_id, newRow(ctx, run));
  const started_ms = performance.now();
  const spent_ms = () => Math.round(performance.now() - started_ms);
  try {
    const outcome = await runKind({ ...ctx, db: withoutBeforeCommit(ctx.db) }, run);
    return await settle(ctx, run, outcome, spent_ms());
  } catch (error) {
    await settleFault(ctx, run, spent_ms());
    throw error;
  }
}

/** Only a success is saved under Idempotency-Key; after a failure the key may be used again. */
async function settle(
  ctx: Context,
  { execution_id }: SkillRun,
  outcome: RunOutcome,
  duration_ms: number,
): Promise<RunOutcome> {
  const { account_id, tools } = ctx;
  const db = outcome.kind === 'success' ? ctx.db : withoutBeforeCommit(ctx.db);
  let swept = false;
  const output = await transaction(db, async (tx) => {
    const settlement = settlementOf(outcome, duration_ms);
    const is_settled = await settleAndTell(
      tx,
      { account_id, now: tools.clock.now() },
      execution_id,
      settlement,
    );
    // A commit whose answer was lost has settled it already.
    swept =
      !is_settled && (await queries.findEnd(tx, account_id, execution_id))?.status !== settlement.status;
    if (swept) throw internalError(skillReasons.execution_too_slow);
    return outcome.kind === 'success' ? outcome.output : null;
  });
  return outcome.kind === 'success' && output ? { ...outcome, output } : outcome;
}

/** Closes the execution after any fault of ours, so that none is left running. */
async function settleFault(
  { db, account_id, tools: { clock } }: Context,
  { execution_id }: SkillRun,
  duration_ms: number,
): Promise<void> {
  const error = 'The service could not finish the skill';
  const settlement = { status: 'failure', answer_status: null, answer: null, error, duration_ms } as const;
  await transaction(withoutBeforeCommit(db), (tx) =>
    settleAndTell(tx, { account_id, now: clock.now() }, execution_id, settlement),
  );
}

/** False when it was settled before. */
async function settleAndTell(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  id: string,
  settlement: queries.ExecutionResult,
): Promise<boolean> {
  const settled = await queries.finishExecution(tx, account_id, id, settlement);
  if (settled && settled.caller !== 'dashboard')
    await emit(tx, account_id, 'skill.executed', skillExecuted(settled), now);
  return settled !== undefined;
}

function settlementOf(outcome: RunOutcome, duration_ms: number): queries.ExecutionResult {
  const { kind: status, answer_status } = outcome;
  if (outcome.kind === 'failure') {
    const { error, answer } = outcome;
    return { status, answer_status, answer, error, duration_ms };
  }
  const answer = JSON.stringify(outcome.output).slice(0, ANSWER_CHARACTERS).toWellFormed();
  return { status, answer_status, answer, error: null, duration_ms };
}

function newRow({ actor, now }: Context, run: SkillRun): queries.NewExecution {
  const { skill, session_context } = run;
  return {
    id: run.execution_id,
    skill_id: skill.id,
    skill_name: skill.name,
    response_target: skill.response_target,
    caller: callerOf(actor),
    ...session_context,
    arguments: run.arguments,
    status: 'running',
    executed_at: now,
    closes_at: new Date(now.getTime() + limitOf(run) + GRACE_MS),
  };
}

function callerOf(actor: Actor): Execution['caller'] {
  switch (actor.kind) {
    case 'api':
    case 'agent':
    case 'device':
      return actor.kind;
    case 'session':
      return 'device';
    case 'integration':
      return 'api';
    case 'user':
    case 'staff':
    case 'system':
      return 'dashboard';
  }
}

function outputOf(outcome: RunOutcome): SkillOutput {
  if (outcome.kind === 'success') return outcome.output;
  throw outcome.caller_failure ?? internalError(skillReasons.execution_failed({ problem: outcome.error }));
}

function resultOf(outcome: RunOutcome): Omit<TestRun, 'duration_ms'> {
  const { kind: status, answer_status } = outcome;
  if (outcome.kind === 'success') return { status, answer_status, output: outcome.output, error: null };
  return { status, answer_status, output: null, error: outcome.error };
}
