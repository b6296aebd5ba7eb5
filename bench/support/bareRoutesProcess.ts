import { createHash, randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import type { ConnectionSettings } from '../../src/lib/sql/embedded/embedded.ts';
import { readInput } from './processes.ts';

const { connection, name }: { connection: ConnectionSettings; name: string } = readInput();
const { username: user, ...where } = connection;
const pool = new Pool({ ...where, user, max: 16, application_name: name });

const KEY = {
  name: 'key',
  text: `select key.id, key.account_id
    from api_keys as key
    join accounts as account on account.id = key.account_id and account.state = 'active'
    where key.token_hash = $1 and key.revoked_at is null`,
};
const PAGE = {
  name: 'page',
  text: `select task.id, task.title, task.description, task.status, task.priority, task.source, task.external_id,
      case when assignee.id is not null
        then json_build_object('user_id', assignee.id, 'name', assignee.full_name) end as assigned_to,
      task.due_date, task.created_at, task.completed_at, task.session_id
    from tasks as task
    left join users as assignee on assignee.account_id = task.account_id and assignee.id = task.assigned_to
    where task.account_id = $1
    order by task.created_at desc, task.id desc
    limit 50`,
};
const TOTAL = {
  name: 'total',
  text: 'select count(*)::int as total from tasks as task where task.account_id = $1',
};
const TASK = {
  name: 'task',
  text: `insert into tasks (account_id, id, title, status, priority, source, created_at, created_by_kind, created_by_id)
    values ($1, $2, $3, 'open', $4, 'api', $5, 'api', $6)
    returning id, title, description, status, priority, source, external_id, null as assigned_to, due_date, created_at,
      completed_at, session_id`,
};
const EVENT = {
  name: 'event',
  text: 'insert into events (account_id, id, event, body, created_at) values ($1, $2, $3, $4, $5)',
};

/* A minimal service as a reference: it returns the same rows but keeps none of the service's other promises. */
const server = fastify();
server.get('/tasks', async (request) => {
  const { account_id } = await findKey(request.headers.authorization);
  const { rows: tasks } = await pool.query({ ...PAGE, values: [account_id] });
  const { rows } = await pool.query({ ...TOTAL, values: [account_id] });
  return { tasks, total: rows[0].total, limit: 50, offset: 0 };
});
server.post<{ Body: { title: string; priority: string } }>('/tasks', async (request, reply) => {
  const key = await findKey(request.headers.authorization);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const task = await insertTask(client, key, request.body);
    await client.query('commit');
    return await reply.code(201).send(task);
  } finally {
    client.release();
  }
});
server.get('/', async () => ({ status: 'ok' }));

type Key = { id: string; account_id: string };

async function findKey(authorization = ''): Promise<Key> {
  const token_hash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest();
  const { rows } = await pool.query<Key>({ ...KEY, values: [token_hash] });
  const [key] = rows;
  if (!key) throw new Error('no such key');
  return key;
}

async function insertTask(client: PoolClient, key: Key, body: { title: string; priority: string }) {
  const [now, id, event_id] = [new Date(), randomUUID(), randomUUID()];
  const values = [key.account_id, id, body.title, body.priority, now, key.id];
  const { rows } = await client.query({ ...TASK, values });
  const told = JSON.stringify({ event: 'task.created', event_id, timestamp: now, data: rows[0] });
  await client.query({ ...EVENT, values: [key.account_id, event_id, 'task.created', told, now] });
  return rows[0];
}

const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
process.on('disconnect', () => process.exit(0));
