import type { Actor, Context } from '../../../access/context.ts';
import { emit } from '../../../events/emit.ts';
import { notFound } from '../../../access/notFound.ts';
import { failureOf, internalError } from '../../../lib/errors.ts';
import { skillReasons } from '../reasons.ts';
import { newId } from '../../../lib/ids.ts';
import { Limiter } from '../../../lib/concurrency/limiter.ts';
import { withoutBeforeCommitStep, transaction, type Transaction } from '../../../lib/sql/sql.ts';
import type { ExecuteRequest, SkillOutput, SkillTestResult } from '../contract.ts';
import type { Execution, ExecutionFilter, ExecutionPage } from './contract.ts';
import { executionTimeoutMs, runSkillOfKind } from '../kinds/kinds.ts';
import { toSkillRunError, type SkillRunOutcome, type SkillRun } from '../kinds/kind.ts';
import type { StoredSkill } from '../sql/skills.ts';
import { findSkillWithSeats } from '../usable.ts';
import { completeExecutionContext, type ExecutionContext, type AllowedSeats } from './context.ts';
import { skillExecuted } from './events.ts';
import * as queries from '../sql/executions.ts';

/*
 * Executes skills. The row of an execution is inserted before the run and updated after it, in two transactions,
 * because a skill can call a slow server and no transaction must stay open meanwhile. If the process dies in between, a
 * background job (`sweeper.ts`) marks the execution as failed.
 */

/** The time after the skill's timeout at which a running execution counts as abandoned. */
const GRACE_MS = 15_000;
const ANSWER_CHARACTERS = 4_096;
/** Limits the concurrent executions per account, so that slow servers of one account do not block other accounts. */
const running = new Limiter({ most_per_key: () => 100 });

/** Executes a skill for any kind of caller. The checks run in the order that the contract defines. */
export async function executeSkill(
  ctx: Context,
  { skill_id, arguments: input, session_context = {} }: ExecuteRequest,
): Promise<SkillOutput> {
  const { seats, ...skill } = await findEntitled(ctx, skill_id);
  if (!skill.is_active) throw failureOf('DISABLED', 'skill_id', skillReasons.skill_inactive);
  await ctx.tools.schemas.assertArguments(ctx.account_id, skill.arguments_schema, input);
  const context = await completeExecutionContext(ctx, session_context, seats);
  return outputOf(await runSkill(ctx, { skill, arguments: input, session_context: context }));
}

/** Runs a skill as a test from the dashboard: also an inactive skill, with all details, and without an event. */
export async function testSkill(
  ctx: Context,
  { skill_id, arguments: input, session_context }: ExecuteRequest,
): Promise<SkillTestResult> {
  const { seats, ...skill } = await findEntitled(ctx, skill_id);
  await ctx.tools.schemas.assertArguments(ctx.account_id, skill.arguments_schema, input);
  const context = session_context ? await completeExecutionContext(ctx, session_context, seats) : NOBODY;
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

const NOBODY: ExecutionContext = { seat_id: null, user_id: null, role: null, session_id: null };

async function findEntitled(
  { db, account_id, actor }: Context,
  id: string,
): Promise<StoredSkill & { seats: AllowedSeats }> {
  const skill = await findSkillWithSeats(db, account_id, id);
  if (!skill) throw notFound('Skill');
  const may = actor.kind === 'device' ? has(skill.seats, actor.seat_id) : skill.seats.length > 0;
  if (!may) throw failureOf('NOT_ENTITLED', 'skill_id', skillReasons.skill_not_allocated);
  return skill;
}

function has(seats: AllowedSeats, seat_id: string): boolean {
  return seats === 'all' || seats.includes(seat_id);
}

/**
 * Writes the execution before and after the run. No transaction is open during the run, which can call slow servers.
 */
async function runSkill(ctx: Context, planned: Omit<SkillRun, 'execution_id'>): Promise<SkillRunOutcome> {
  using place = running.tryAcquire(ctx.account_id);
  if (!place) throw internalError(skillReasons.too_many_executions);
  const run = { ...planned, execution_id: newId(ctx.now) };
  await queries.insertExecution(ctx.db, ctx.account_id, newRow(ctx, run));
  const started_ms = performance.now();
  const spent_ms = () => Math.round(performance.now() - started_ms);
  try {
    const outcome = await runSkillOfKind({ ...ctx, db: withoutBeforeCommitStep(ctx.db) }, run);
    return await writeResult(ctx, run, outcome, spent_ms());
  } catch (error) {
    await writeInternalFailure(ctx, run, spent_ms());
    throw error;
  }
}

/** Writes the result. Only a success is saved for the Idempotency-Key, so that a failed request can be retried. */
async function writeResult(
  ctx: Context,
  { execution_id }: SkillRun,
  outcome: SkillRunOutcome,
  duration_ms: number,
): Promise<SkillRunOutcome> {
  const { account_id, tools } = ctx;
  const db = outcome.kind === 'success' ? ctx.db : withoutBeforeCommitStep(ctx.db);
  let swept = false;
  const output = await transaction(db, async (tx) => {
    const settlement = settlementOf(outcome, duration_ms);
    const is_settled = await writeResultAndEmit(
      tx,
      { account_id, now: tools.clock.now() },
      execution_id,
      settlement,
    );
    // After a lost COMMIT response the result is already written; this is not an error.
    swept =
      !is_settled &&
      (await queries.findExecutionOutcome(tx, account_id, execution_id))?.status !== settlement.status;
    if (swept) throw internalError(skillReasons.execution_too_slow);
    return outcome.kind === 'success' ? outcome.output : null;
  });
  return outcome.kind === 'success' && output ? { ...outcome, output } : outcome;
}

/** Marks the execution as failed after an internal error, so that it does not stay `running`. */
async function writeInternalFailure(
  { db, account_id, tools: { clock } }: Context,
  { execution_id }: SkillRun,
  duration_ms: number,
): Promise<void> {
  const error = toSkillRunError(skillReasons.execution_not_finished);
  const settlement = { status: 'failure', answer_status: null, answer: null, ...error, duration_ms } as const;
  await transaction(withoutBeforeCommitStep(db), (tx) =>
    writeResultAndEmit(tx, { account_id, now: clock.now() }, execution_id, settlement),
  );
}

/** Writes the result and emits the event. Returns false if the execution is no longer running. */
async function writeResultAndEmit(
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

function settlementOf(outcome: SkillRunOutcome, duration_ms: number): queries.ExecutionResult {
  const { kind: status, answer_status } = outcome;
  if (outcome.kind === 'failure') {
    const { error, error_details, answer } = outcome;
    return { status, answer_status, answer, error, error_details, duration_ms };
  }
  const answer = JSON.stringify(outcome.output).slice(0, ANSWER_CHARACTERS).toWellFormed();
  return { status, answer_status, answer, error: null, error_details: null, duration_ms };
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
    closes_at: new Date(now.getTime() + executionTimeoutMs(run) + GRACE_MS),
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

function outputOf(outcome: SkillRunOutcome): SkillOutput {
  if (outcome.kind === 'success') return outcome.output;
  throw outcome.caller_failure ?? internalError(skillReasons.execution_failed({ problem: outcome.error }));
}

function resultOf(outcome: SkillRunOutcome): Omit<SkillTestResult, 'duration_ms'> {
  const { kind: status, answer_status } = outcome;
  if (outcome.kind === 'success')
    return { status, answer_status, output: outcome.output, error: null, error_details: null };
  const { error, error_details } = outcome;
  return { status, answer_status, output: null, error, error_details };
}
