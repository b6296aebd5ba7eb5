import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import type { World } from './world.ts';

/** The number of rows of a log: more than a search reads. */
export const LONG_LOG_ROWS = MOST_SEARCHED + 50;

/** The columns of each log that are not account, id or time. */
const COLUMNS = {
  request_log: {
    time: 'created_at',
    id: 'id',
    names: 'request_id, method, path, query, status, ms, credential_id, address, user_agent',
    values: `gen_random_uuid(), case when number = $2 then 'DELETE' else 'GET' end, '/v1/api-tenant-tasks', '', 200, 1,
      gen_random_uuid(), '127.0.0.1', 'test'`,
  },
  audit_entries: {
    time: 'created_at',
    id: 'id',
    names: 'action, actor_kind, target_id, details',
    values: `case when number = $2 then 'key.created' else 'task.told' end, 'system', number::text,
      case when number = $2 then '{"name":"Zither planner"}' else '{}' end::jsonb`,
  },
  skill_executions: {
    time: 'executed_at',
    id: 'id',
    names: 'skill_id, skill_name, response_target, caller, arguments, status, closes_at',
    values: `gen_random_uuid(), 'Skill', 'api', case when number = $2 then 'agent' else 'api' end, '{}', 'success', now()`,
  },
  webhook_deliveries: {
    time: 'created_at',
    id: 'event_id',
    names: 'endpoint_id, event, state, attempts',
    values: `$4::uuid, case when number = $2 then 'task.completed' else 'task.created' end, 'delivered', 1`,
  },
} as const;

type LongLog = {
  table: keyof typeof COLUMNS;
  account_id: string;
  count?: number;
  endpoint_id?: string | null;
};

/** Writes a log with one row per second. Row 1 is the newest; only the oldest row has the rare value. */
export async function writeLongLog(
  { db, clock }: World,
  { table, account_id, count = LONG_LOG_ROWS, endpoint_id = null }: LongLog,
): Promise<void> {
  const { time, id, names, values } = COLUMNS[table];
  const known = values.includes('$4') ? [endpoint_id] : [];
  await db.unsafe(
    `insert into ${table} (account_id, ${id}, ${time}, ${names})
    select
      $1::uuid,
      (lpad(to_hex((extract(epoch from moment.at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(number), 12, '0'))::uuid,
      moment.at,
      ${values}
    from generate_series(1, $2::int) as number
    cross join lateral (select $3::timestamptz - number * interval '1 second' as at) as moment`,
    [account_id, count, clock.now(), ...known],
  );
  await db.unsafe(`analyze ${table}`);
}

/** Returns the time of the row with this number. */
export function momentOfRow({ clock }: World, number: number): string {
  return new Date(clock.now().getTime() - number * 1_000).toISOString();
}
