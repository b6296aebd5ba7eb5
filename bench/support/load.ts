import type { Context } from '../../src/access/context.ts';
import type { Database } from '../../src/lib/sql.ts';
import { monotonicMs } from './stage.ts';

export const PEOPLE = 200;
const CHUNK = 250_000;

/** People to give work to; the first have much more of it than the last. */
export async function loadPeople(ctx: Context): Promise<string[]> {
  const rows = await ctx.db<{ id: string }[]>`
    insert into users (account_id, id, email, full_name, is_admin, created_at)
    select ${ctx.account_id}, gen_random_uuid(), 'person-' || at || '@' || ${ctx.account_id} || '.example.com', 'Person ' || at, false, now()
    from generate_series(1, ${PEOPLE}) as at
    returning id`;
  return rows.map(({ id }) => id);
}

/**
 * Tasks of two years up to now, made on the server, without events and without deltas: as if they had been there
 * before anybody counted. An eighth of them lies in a few busy hours.
 */
export async function loadTasks(
  db: Database,
  account_id: string,
  rows: number,
  people: string[],
): Promise<number> {
  const started = monotonicMs();
  for (let done = 0; done < rows; done += CHUNK) {
    await db`
      insert into tasks (account_id, id, title, status, priority, source, assigned_to, created_at, completed_at)
      select
        ${account_id},
        (lpad(to_hex((extract(epoch from made.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(made.number::text), 1, 3)
          || '8' || substr(md5(made.number::text), 4, 15))::uuid,
        'Task ' || made.number,
        made.status,
        'medium',
        (array['api', 'api', 'api', 'integration', 'integration', 'manual'])[1 + floor(made.dice * 6)::int],
        (${people}::uuid[])[1 + floor(power(made.luck, 3) * ${Math.ceil(people.length * 1.3)})::int],
        made.at,
        case when made.status = 'completed' then made.at end
      from (
        select
          number,
          date_trunc('milliseconds', now() - case
            when number % 8 = 0 then interval '30 days' * (number % 5) + random() * interval '1 hour'
            else random() * interval '730 days'
          end) as at,
          (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'open', 'in_progress', 'cancelled'])
            [1 + floor(random() * 10)::int] as status,
          random() as dice,
          random() as luck
        from generate_series(${done + 1}::int, ${Math.min(rows, done + CHUNK)}::int) as number
      ) as made`;
  }
  return monotonicMs() - started;
}
