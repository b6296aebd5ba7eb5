import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { FailureDetails } from '../../../lib/errors.ts';
import { idBoundsOf } from '../../../lib/ids.ts';
import {
  searchLog,
  type SearchableLog,
  type LogFilter,
  type SearchedPage,
} from '../../../lib/sql/logSearch.ts';
import { halfOpenRangeOf } from '../../../lib/time/timestamps.ts';
import type { Execution, ExecutionFilter } from '../executions/contract.ts';

export type NewExecution = {
  id: string;
  skill_id: string;
  skill_name: string;
  response_target: string;
  caller: Execution['caller'];
  seat_id: string | null;
  user_id: string | null;
  role: string | null;
  session_id: string | null;
  arguments: Record<string, unknown>;
  status: 'running';
  executed_at: Date;
  closes_at: Date;
};

export type ExecutionResult = {
  status: 'success' | 'failure';
  answer_status: number | null;
  answer: string | null;
  error: string | null;
  error_details: FailureDetails | null;
  duration_ms: number;
};

/** The columns of a finished execution that its event contains. */
export type FinishedExecution = Pick<
  NewExecution,
  'id' | 'skill_id' | 'skill_name' | 'response_target' | 'caller' | 'session_id' | 'user_id'
> & { status: 'success' | 'failure'; duration_ms: number; executed_at: string };

export async function insertExecution(db: Queryable, account_id: string, row: NewExecution): Promise<void> {
  const input = db.json(JSON.parse(JSON.stringify(row.arguments)));
  await db`
    insert into skill_executions ${db({ account_id, ...row, arguments: input })}`;
}

/** Returns undefined if the execution is no longer running. */
export async function finishExecution(
  tx: Transaction,
  account_id: string,
  id: string,
  { error_details, ...settlement }: ExecutionResult,
): Promise<FinishedExecution | undefined> {
  const [settled] = await tx<FinishedExecution[]>`
    update skill_executions
    set ${tx({ ...settlement, error_details: error_details && tx.json({ ...error_details }) })}
    where account_id = ${account_id}
      and id = ${id}
      and status = 'running'
    returning id, skill_id, skill_name, response_target, caller, session_id, user_id, status, duration_ms,
      executed_at`;
  return settled;
}

export async function findExecutionOutcome(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<Pick<ExecutionResult, 'status' | 'error'> | undefined> {
  const [end] = await db<Pick<ExecutionResult, 'status' | 'error'>[]>`
    select execution.status, execution.error
    from skill_executions as execution
    where execution.account_id = ${account_id}
      and execution.id = ${id}`;
  return end;
}

const LOG: SearchableLog = { table: 'skill_executions', row: 'execution', order: ['id'] };

/** Lists executions, newest first. */
export function listExecutions(
  db: Queryable,
  account_id: string,
  { limit, offset, ...narrowing }: ExecutionFilter,
): Promise<SearchedPage<Execution>> {
  const select = (rows: Fragment) => db`
    select
      execution.id,
      execution.skill_id,
      execution.skill_name,
      execution.response_target,
      execution.caller,
      execution.seat_id,
      case
        when person.id is not null
        then json_build_object('user_id', person.id, 'name', person.full_name)
      end as user,
      execution.role,
      execution.session_id,
      execution.arguments,
      execution.status,
      execution.answer_status,
      execution.answer,
      execution.error,
      execution.error_details,
      execution.duration_ms,
      execution.executed_at
    from (${rows}) as execution
    left join users as person
      on person.account_id = ${account_id}
      and person.id = execution.user_id
    order by execution.id desc`;
  return searchLog(db, LOG, filterOf(db, account_id, narrowing), { limit, offset, select });
}

export type AbandonedExecution = { account_id: string; id: string; executed_at: string; closes_at: string };

// across accounts: one background job closes the executions of all accounts
export function abandonedExecutionExists(db: Queryable, now: Date, first_id: string): Fragment {
  return db`
    exists (
      select 1
      from skill_executions as execution
      where execution.status = 'running'
        and execution.closes_at <= ${now}
        and execution.id >= ${first_id}
    )`;
}

/**
 * Lists abandoned executions after `last`, so that executions that could not be closed are skipped. Ids contain their
 * time, so `first_id` limits the search to the partitions of the newest days.
 */
// across accounts: one background job closes the executions of all accounts
export async function listAbandonedExecutions(
  db: Queryable,
  {
    now,
    first_id,
    last,
    limit,
  }: { now: Date; first_id: string; last: AbandonedExecution | undefined; limit: number },
): Promise<AbandonedExecution[]> {
  const behind = last
    ? db`and (execution.closes_at, execution.account_id, execution.id)
        > (${last.closes_at}, ${last.account_id}::uuid, ${last.id}::uuid)`
    : db``;
  return db<AbandonedExecution[]>`
    select execution.account_id, execution.id, execution.executed_at, execution.closes_at
    from skill_executions as execution
    where execution.status = 'running'
      and execution.closes_at <= ${now}
      and execution.id >= ${first_id}
      ${behind}
    order by execution.closes_at, execution.account_id, execution.id
    limit ${limit}`;
}

function filterOf(
  db: Queryable,
  account_id: string,
  { skill_id, session_id, status, caller, user_id, ...range }: Omit<ExecutionFilter, 'limit' | 'offset'>,
): LogFilter {
  const { first_id, end_id } = idBoundsOf(halfOpenRangeOf(range));
  return {
    range: db`
      execution.account_id = ${account_id}
      ${first_id === undefined ? db`` : db`and execution.id >= ${first_id}`}
      ${end_id === undefined ? db`` : db`and execution.id < ${end_id}`}`,
    indexed: [
      session_id === undefined ? undefined : db`execution.session_id = ${session_id}`,
      status === 'failure' ? db`execution.status = 'failure'` : undefined,
      skill_id === undefined ? undefined : db`execution.skill_id = ${skill_id}`,
    ],
    others: [
      status === undefined || status === 'failure' ? undefined : db`execution.status = ${status}`,
      caller === undefined ? undefined : whereCaller(db, caller),
      user_id === undefined ? undefined : db`execution.user_id = ${user_id}`,
    ],
  };
}

// across accounts: a condition in a statement that filters by account
function whereCaller(db: Queryable, caller: NonNullable<ExecutionFilter['caller']>): Fragment {
  return caller === 'not_dashboard' ? db`execution.caller <> 'dashboard'` : db`execution.caller = ${caller}`;
}
