import { randomUUID } from 'node:crypto';
import type { Context } from '../access/context.ts';
import { writeLastUses } from '../access/sql/uses.ts';
import { insertRequests, type RequestRow } from '../features/requests/sql/requestLog.ts';
import { toRequestRow } from '../features/requests/recorder.ts';
import { changeTask } from '../features/tasks/change.ts';
import type { Task } from '../features/tasks/contract.ts';
import { createTask, listTasks } from '../features/tasks/tasks.ts';
import { listUsers } from '../features/users/users.ts';
import { DEMO_WORK_ORDERS } from './material.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/time/clock.ts';

const EVERY_MS = 40 * MINUTE_MS;
const LOOKS = 60;

type Call = { method: string; url: string; status: number; body?: object; answer: object };

/** Seeds two days of API requests with the demo key: an external system creates, reads and changes tasks. */
export async function seedApiRequests(ctx: Context, key_id: string): Promise<void> {
  const api: Context = { ...ctx, actor: { kind: 'api', credential_id: key_id } };
  const rows = [...(await seedLooks(api, key_id)), ...(await seedOrders(api, key_id))];
  await insertRequests(ctx.db, rows);
  const last = new Date(Math.max(...rows.map(({ created_at }) => created_at.getTime())));
  await writeLastUses(ctx.db, 'api_keys', [{ account_id: ctx.account_id, id: key_id, at: last }]);
}

/** Creates a task for each work order, and sets its status to in_progress an hour later. */
async function seedOrders(api: Context, key_id: string): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  for (const { hours_ago, ...body } of DEMO_WORK_ORDERS) {
    const made_at = before(api, hours_ago * HOUR_MS);
    const begun_at = new Date(made_at.getTime() + HOUR_MS);
    const made = await createTask({ ...api, now: made_at }, body);
    const begun = await changeTask({ ...api, now: begun_at }, made.id, { status: 'in_progress' });
    rows.push(rowOf(api, key_id, made_at, posted(body, made)), rowOf(api, key_id, begun_at, changed(begun)));
  }
  return rows;
}

function posted(body: object, answer: Task): Call {
  return { method: 'POST', url: '/v1/api-tenant-tasks', status: 201, body, answer };
}

function changed(answer: Task): Call {
  const url = `/v1/api-tenant-tasks?task_id=${answer.id}`;
  return { method: 'PATCH', url, status: 200, body: { status: 'in_progress' }, answer };
}

/** Seeds read requests; every seventeenth one is rejected. */
async function seedLooks(api: Context, key_id: string): Promise<RequestRow[]> {
  const tasks = await listTasks(api, { limit: 5, offset: 0, status: 'open' });
  const users = await listUsers(api, { limit: 20, offset: 0 });
  const looks: Call[] = [
    { method: 'GET', url: '/v1/api-tenant-tasks?limit=5&status=open', status: 200, answer: tasks },
    { method: 'GET', url: '/v1/api-tenant-users?limit=20', status: 200, answer: users },
  ];
  return Array.from({ length: LOOKS }, (_, at) => {
    const look = at % 17 === 5 ? REFUSED : looks[at % 3 === 0 ? 1 : 0];
    return rowOf(api, key_id, before(api, (at + 0.25) * EVERY_MS), look ?? REFUSED);
  });
}

const REFUSED: Call = {
  method: 'POST',
  url: '/v1/api-tenant-tasks',
  status: 400,
  body: { priority: 'high' },
  answer: { error: 'BAD_REQUEST', message: 'title: required' },
};

function rowOf({ account_id }: Context, credential_id: string, at: Date, call: Call): RequestRow {
  return requestRowOf(
    { account_id, credential_id, client_id: null, user_agent: 'work-orders/2.4' },
    at,
    call,
  );
}

type By = { account_id: string; credential_id: string; client_id: string | null; user_agent: string };

/** Converts a call to its row of the request log. */
export function requestRowOf(by: By, at: Date, { body, answer, ...seen }: Call): RequestRow {
  return toRequestRow(
    {
      ...by,
      refusal: null,
      request_id: randomUUID(),
      ...seen,
      ms: 2 + (at.getTime() % 70) / 10,
      address: '127.0.0.1',
      body: body && JSON.stringify(body),
      answer: JSON.stringify(answer),
    },
    at,
  );
}

function before({ now }: Context, ms: number): Date {
  return new Date(now.getTime() - ms);
}
