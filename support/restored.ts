import { createHash, randomBytes } from 'node:crypto';
import type { FileStore } from '../src/lib/files/store.ts';
import type { Database } from '../src/lib/sql/sql.ts';
import type { Caller } from './caller.ts';

/** Records whose creation the service acknowledged during the backups, with the time of each answer. */
type Acknowledged = { id: string; at_ms: number }[];

export type WriteLoad = {
  tasks: Acknowledged;
  forms: Acknowledged;
  failures: number;
  /** The duration of each creation of a task. */
  took_ms: number[];
  stop(): Promise<void>;
};

export type RestoreLosses = {
  /** The number of tasks that were acknowledged before the time of the backup and are missing after the restore. */
  tasks: number;
  forms: number;
  tasks_without_event: number;
  events_without_task: number;
  files: number;
};

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The title prefix of the tasks that this test writes. Other tasks may have been loaded without events. */
const TITLE = 'Written meanwhile ';

/** Creates tasks and forms with pictures, and deletes every second form, until it is stopped. */
export function startWriteLoad(
  api: Caller,
  { writers, per_second = Infinity }: { writers: number; per_second?: number },
): WriteLoad {
  const state = { is_over: false };
  const writing = {
    tasks: [] as Acknowledged,
    forms: [] as Acknowledged,
    failures: 0,
    took_ms: [] as number[],
  };
  const pause_ms = (1_000 * (writers + 1)) / per_second;
  const again = async (work: () => Promise<void>) => {
    for (let due_ms = performance.now(); !state.is_over; due_ms += pause_ms) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due_ms - performance.now())));
      await work();
    }
  };
  const loops = [
    ...Array.from({ length: writers }, () => again(() => createTask(api, writing))),
    again(() => createForm(api, writing)),
  ];
  return Object.assign(writing, {
    async stop() {
      state.is_over = true;
      await Promise.all(loops);
    },
  });
}

type Noted = Omit<WriteLoad, 'stop'>;

async function createTask(api: Caller, noted: Noted): Promise<void> {
  const began_ms = performance.now();
  const { status, body } = await api.post('/v1/api-tenant-tasks', {
    title: `${TITLE}${randomBytes(8).toString('hex')}`,
  });
  if (status === 201) noted.tasks.push({ id: body.id, at_ms: Date.now() });
  else noted.failures++;
  noted.took_ms.push(performance.now() - began_ms);
}

async function createForm(api: Caller, noted: Noted): Promise<void> {
  const template_image_base64 = PNG;
  const kept = await api.post('/v1/api-tenant-forms', { name: 'Kept', template_image_base64 });
  if (kept.status === 201) noted.forms.push({ id: kept.body.id, at_ms: Date.now() });
  else noted.failures++;
  const { status, body } = await api.post('/v1/api-tenant-forms', { name: 'Brief', template_image_base64 });
  if (status === 201) await api.delete(`/v1/api-tenant-forms?id=${body.id}`);
}

// across accounts: a backup contains all accounts
export async function findRestoreLosses(
  db: Database,
  files: FileStore,
  { tasks, forms }: Written,
  made_at: string,
): Promise<RestoreLosses> {
  const [pairs] = await db<[Pick<RestoreLosses, 'tasks_without_event' | 'events_without_task'>]>`
    with told as (
      select (event.body::json -> 'data' ->> 'task_id')::uuid as task_id
      from events as event
      where event.event = 'task.created'
    )
    select
      (
        select count(*)::int
        from tasks as task
        where starts_with(task.title, ${TITLE})
          and not exists (select 1 from told where told.task_id = task.id)
      ) as tasks_without_event,
      (
        select count(*)::int
        from told
        where not exists (select 1 from tasks as task where task.id = told.task_id)
      ) as events_without_task`;
  const moment_ms = Date.parse(made_at);
  return {
    tasks: countMissing(tasks, moment_ms, await db<Id[]>`select task.id from tasks as task`),
    forms: countMissing(forms, moment_ms, await db<Id[]>`select form.id from forms as form`),
    ...pairs,
    files: await countBroken(db, files),
  };
}

export function countFaults(losses: RestoreLosses): number {
  return Object.values(losses).reduce((sum, count) => sum + count, 0);
}

type Written = Pick<WriteLoad, 'tasks' | 'forms'>;

/**
 * Plants three faults for controls: deletes an event and a file, and adds a task to the list that was never created.
 */
export async function plantRestoreLosses(
  db: Database,
  files: FileStore,
  { tasks, forms }: Written,
): Promise<Written> {
  await db`
    delete from events as event
    where event.id = (select max(one.id::text)::uuid from events as one where one.event = 'task.created')`;
  const [named] = await db<{ key: string }[]>`
    select form.template_key as key
    from forms as form
    where form.template_key is not null
    limit 1`;
  await files.remove(named?.key ?? '');
  return { tasks: [...tasks, { id: '00000000-0000-7000-8000-000000000000', at_ms: 0 }], forms };
}

type Id = { id: string };

function countMissing(acknowledged: Acknowledged, moment_ms: number, there: readonly Id[]): number {
  const known = new Set(there.map(({ id }) => id));
  return acknowledged.filter(({ id, at_ms }) => at_ms < moment_ms && !known.has(id)).length;
}

async function countBroken(db: Database, files: FileStore): Promise<number> {
  const named = await db<{ key: string; sha256: string }[]>`
    select form.template_key as key, form.template_sha256 as sha256
    from forms as form
    where form.template_key is not null`;
  let broken = 0;
  for (const { key, sha256 } of named) {
    const file = await files.open(key);
    const hash = createHash('sha256');
    for await (const block of file?.content ?? []) hash.update(block);
    if (hash.digest('hex') !== sha256) broken++;
  }
  return broken;
}
