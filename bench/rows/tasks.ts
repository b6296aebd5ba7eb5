import { changeTask, createTask } from '../../src/features/tasks/tasks.ts';
import type { House } from '../support/house.ts';
import { callers, interleave, type Pace } from '../support/measure.ts';
import { overhear, replay, type Statement } from '../support/pgbench.ts';
import { requestsTo } from '../support/requests.ts';
import { shareOf, type BenchRow, type Result } from './row.ts';

const AT_ONCE = 8;
const PATH = '/v1/api-tenant-tasks';

/** Task, event and what the counts note of it, committed to the disk. */
export const createTasks: BenchRow = {
  name: 'create task',
  async measure(house, pace) {
    const { ctx, key } = house.large;
    let created = '';
    const statements = await overhear(house.connection, async (db) => {
      const made = await createTask({ ...ctx, db, now: new Date() }, { title: 'Measured', priority: 'high' });
      created = made.id;
    });
    const api = requestsTo(house.service.url, key, AT_ONCE);
    const call = () => api.send('POST', PATH, { title: 'Measured', priority: 'high' });
    const fresh = new Set<unknown>([created, ...idsIn(statements, house)]);
    return against(house, pace, { what: 'create task', call, close: api.close, statements, fresh });
  },
};

/** A status there and back again, each time with its event. */
export const changeTasks: BenchRow = {
  name: 'patch task',
  async measure(house, pace) {
    const { ctx, key } = house.large;
    const api = requestsTo(house.service.url, key, AT_ONCE);
    const ids: string[] = [];
    for (let at = 0; at < AT_ONCE + 1; at++) {
      ids.push((await createTask({ ...ctx, now: new Date() }, { title: 'Changed' })).id);
    }
    const own = ids.pop() ?? '';
    const statements = await overhear(house.connection, (db) =>
      changeTask({ ...ctx, db, now: new Date() }, own, { status: 'in_progress' }),
    );
    const turns = ids.map(() => 0);
    const call = (index: number) => {
      const status = ['in_progress', 'open'][(turns[index] = (turns[index] ?? 0) + 1) % 2];
      return api.send('PATCH', `${PATH}?task_id=${ids[index]}`, { status });
    };
    const fresh = new Set<unknown>([...idsIn(statements, house)].filter((id) => id !== own));
    return against(house, pace, { what: 'patch task', call, close: api.close, statements, fresh });
  },
};

type Contest = {
  what: string;
  call: (index: number) => Promise<unknown>;
  close: () => Promise<void>;
  statements: Statement[];
  fresh: ReadonlySet<unknown>;
};

async function against(
  { connection }: House,
  pace: Pace,
  { what, call, close, statements, fresh }: Contest,
): Promise<Result[]> {
  const plain = replay({ connection, statements, fresh, at_once: AT_ONCE });
  const { ours, reference } = await interleave({ ours: callers(AT_ONCE, call), reference: plain.side }, pace);
  await Promise.all([close(), plain.close()]);
  return [
    {
      what: `${what}, ${AT_ONCE} callers`,
      unit: 'per second',
      ours: ours.per_second,
      p99_ms: ours.p99_ms,
      reference: { name: `${plain.name}, ${statements.length} statements`, value: reference.per_second },
      budget: shareOf(ours.per_second, reference.per_second, 0.6),
    },
  ];
}

const UUID = /^[0-9a-f-]{36}$/;

/** Every id that the statements write, the accounts' own left out. */
function idsIn(statements: Statement[], { large: { ctx } }: House): Set<unknown> {
  const actor = ctx.actor.kind === 'user' ? ctx.actor.user_id : '';
  return new Set(
    statements
      .flatMap(({ values }) => values)
      .filter(
        (value) => typeof value === 'string' && UUID.test(value) && ![ctx.account_id, actor].includes(value),
      ),
  );
}
