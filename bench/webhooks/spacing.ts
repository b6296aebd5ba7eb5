import { setTimeout as sleep } from 'node:timers/promises';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { openBenchDatabase } from '../support/benchDatabase.ts';
import { formatTable } from '../support/figures.ts';

/*
 * node bench/webhooks/spacing.ts [deliveries]
 * Measures the time between the end of a failed attempt and the start of the next one, in real time.
 */
const [deliveries = 60] = process.argv.slice(2).map(Number);
const stage = await openBenchDatabase();
const ctx = await stage.account();
await stage.endpoint(ctx, 'http://127.0.0.1:1/');
const sender = await stage.startSender();
for (let at = 0; at < deliveries; at++) await createTask({ ...ctx, now: new Date() }, { title: 'Fails' });
await sleep(90_000);
const gaps = await stage.db<{ attempt: number; count: number; least: number; most: number }[]>`
  select attempt, count(*)::int as count, min(gap)::float8 as least, max(gap)::float8 as most
  from (
    select attempt,
      extract(epoch from attempted_at - lag(attempted_at + total_ms * interval '1 millisecond')
        over (partition by event_id, endpoint_id order by attempt)) as gap
    from webhook_attempts
  ) as spaced
  where gap is not null
  group by attempt
  order by attempt`;
formatTable(
  gaps.map((gap) => ({ ...gap, least: `${gap.least.toFixed(3)} s`, most: `${gap.most.toFixed(3)} s` })),
);
await sender.stop();
await stage.close();
