import type { Context } from '../../src/access/context.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import type { ConnectionSettings } from '../../src/lib/sql/embedded/embedded.ts';
import { makeBenchAccount, type BenchService } from '../support/benchService.ts';
import { startCaller, type Request } from '../support/caller.ts';
import { interleave, measuringProcess, type RoundPlan } from '../support/measure.ts';
import {
  replayWithDriver,
  captureStatements,
  replayStatements,
  type ReplayOptions,
  type Statement,
} from '../support/pgbench.ts';
import { cpuOf, shareOf, type BenchRow, type Result } from './row.ts';

const AT_ONCE = 16;
const PATH = '/v1/api-tenant-tasks';

/** Creates tasks with their event and counter deltas, committed to disk. */
export const taskCreationBenchmark: BenchRow = {
  name: 'create task',
  async measure(bench, pace) {
    const { ctx, key } = await makeBenchAccount(bench.db, 'Bench written');
    const { statements, fresh } = await overhearCreate(bench.connection, ctx);
    const turns = () => [{ path: PATH, body: { title: 'Measured', priority: 'high' } }];
    return against(bench, pace, { what: 'create task', least: 1, key, turns, statements, fresh });
  },
};

/** Compares the statements of a create with and without the counter deltas, while the service folds the deltas. */
export const counterCostBenchmark: BenchRow = {
  name: 'counters',
  async measure({ connection, db }, pace) {
    const { ctx } = await makeBenchAccount(db, 'Bench written');
    const { statements, fresh } = await overhearCreate(connection, ctx);
    const plain = statements.filter(({ text }) => !text.includes('count_deltas'));
    if (plain.length === statements.length) throw new Error('nothing is noted for the counts');
    const options = { connection, fresh, at_once: AT_ONCE };
    const results: Result[] = [];
    for (const [name, through, budget] of [
      ['the driver', replayWithDriver, true],
      ['pgbench', replayStatements, false],
    ] as const) {
      const [counted, uncounted] = [
        through({ ...options, statements }),
        through({ ...options, statements: plain }),
      ];
      const rounds = await interleave({ counted: counted.side, uncounted: uncounted.side }, pace);
      await Promise.all([counted.close(), uncounted.close()]);
      const [ours, value] = [rounds.counted.per_second, rounds.uncounted.per_second];
      results.push({
        what: `create, counted, through ${name}`,
        unit: 'per second',
        ours,
        reference: { name: 'the same without counts', value },
        ...(budget && { budget: shareOf(ours, value, 0.85) }),
      });
    }
    return results;
  },
};

async function overhearCreate(connection: ConnectionSettings, ctx: Context) {
  const input = { title: 'Measured', priority: 'high' } as const;
  const statements = await captureStatements(connection, (db) =>
    createTask({ ...ctx, db, now: new Date() }, input),
  );
  return { statements, fresh: idsIn(statements, ctx) };
}

/** Changes a status and changes it back, each time with an event. */
export const taskChangeBenchmark: BenchRow = {
  name: 'patch task',
  async measure(bench, pace) {
    const { ctx, key } = await makeBenchAccount(bench.db, 'Bench written');
    const ids: string[] = [];
    const others: string[] = [];
    for (let at = 0; at < AT_ONCE + 1; at++) {
      ids.push((await createTask({ ...ctx, now: new Date() }, { title: 'Changed' })).id);
      others.push((await createTask({ ...ctx, now: new Date() }, { title: 'Changed' })).id);
    }
    const one = ids.pop() ?? '';
    const statements = await captureStatements(bench.connection, (db) =>
      changeTask({ ...ctx, db, now: new Date() }, one, { status: 'in_progress' }),
    );
    const turns = (caller: number) =>
      ['in_progress', 'open'].map((status): Request => {
        return { method: 'PATCH', path: `${PATH}?task_id=${ids[caller]}`, body: { status } };
      });
    const fresh = new Set<unknown>([...idsIn(statements, ctx)].filter((id) => id !== one));
    const own = { value: one, each: others };
    return against(bench, pace, { what: 'patch task', least: 0.7, key, turns, statements, fresh, own });
  },
};

type Contest = {
  what: string;
  /** The promised share of the reference's rate. */
  least: number;
  key: string;
  turns: (caller: number) => readonly Request[];
  statements: Statement[];
  fresh: ReadonlySet<unknown>;
  own?: NonNullable<ReplayOptions['own']>;
};

async function against(
  { connection, service }: BenchService,
  pace: RoundPlan,
  { what, least, key, turns, ...replayed }: Contest,
): Promise<Result[]> {
  const plain = replayStatements({ ...replayed, connection, at_once: AT_ONCE });
  const caller = startCaller();
  const side = caller.calling({ url: service.url, key, at_once: AT_ONCE, turns });
  const { ours, reference } = await interleave(
    { ours: measuringProcess(service.child.pid, side), reference: plain.side },
    pace,
  );
  caller.stop();
  await plain.close();
  return [
    {
      what: `${what}, ${AT_ONCE} callers`,
      unit: 'per second',
      ours: ours.per_second,
      p99_ms: ours.p99_ms,
      ...cpuOf(ours),
      reference: {
        name: `${plain.name}, ${replayed.statements.length} statements`,
        value: reference.per_second,
      },
      budget: shareOf(ours.per_second, reference.per_second, least),
    },
  ];
}

const UUID = /^[0-9a-f-]{36}$/;

/** Returns all ids in the values of the statements, except the ids of account and actor. */
function idsIn(statements: Statement[], ctx: Context): Set<unknown> {
  const actor = ctx.actor.kind === 'user' ? ctx.actor.user_id : '';
  return new Set(
    statements
      .flatMap(({ values }) => values)
      .filter(
        (value) => typeof value === 'string' && UUID.test(value) && ![ctx.account_id, actor].includes(value),
      ),
  );
}
