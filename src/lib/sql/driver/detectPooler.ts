import { openConnection, type Connection } from './connection.ts';
import { readPrepare } from '../connectionUrl.ts';
import { StartupFault } from '../../process/startupFault.ts';
import { DIRECT, knownServer, type KnownServer, type Pooling, type Settings } from './pooling.ts';

const PROBE_TIMEOUT_MS = 5_000;

/** Finds out at the start whether an address leads to a server or to a pooler, and refuses one that loses statements. */
export async function detectPooler(url: string): Promise<KnownServer> {
  if (readPrepare(url) !== undefined) return knownServer(url);
  const options = {
    target: url,
    deadline_ms: PROBE_TIMEOUT_MS,
    connect_ms: PROBE_TIMEOUT_MS,
    pooling: DIRECT,
  };
  const pooling = await findPooling((session) => openConnection({ ...options, session }));
  return { address: url, pooling };
}

type Opening = (session: Settings) => Promise<Connection>;

async function findPooling(open: Opening): Promise<Pooling> {
  const first = await open(UNUSUAL).catch((error: unknown) => {
    if (!REFUSED_SETTING.test(String(error))) throw error;
    return open({});
  });
  try {
    if (await isAsGreeted(first)) return DIRECT;
    const second = await open({});
    try {
      return await comparePair([first, second]);
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/** Settings that every connection sets, with values that no server has by default. */
const UNUSUAL = {
  statement_timeout: '59999',
  idle_in_transaction_session_timeout: '59998',
  random_page_cost: '1.5',
};
const REFUSED_SETTING = /startup parameter/i;

/** True if the same server process answers as at the start-up message, with the settings of that message. */
async function isAsGreeted(connection: Connection): Promise<boolean> {
  const names = Object.keys(UNUSUAL);
  const found = await connection.askPlainly(
    `select pg_backend_pid()::text as pid, ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
  );
  const answers = { statement_timeout: '59999ms', idle_in_transaction_session_timeout: '59998ms' };
  const expected = { pid: String(connection.greeted_by), ...UNUSUAL, ...answers };
  return Object.entries(expected).every(([name, value]) => Reflect.get(found[0] ?? {}, name) === value);
}

type Pair = readonly [Connection, Connection];

async function comparePair(pair: Pair): Promise<Pooling> {
  if (!(await isShared(pair))) return { kind: 'session', prepares: true };
  if (await canPrepare(pair)) return { kind: 'transaction', prepares: true };
  throw new StartupFault(
    'DATABASE_URL leads to a pooler whose transactions share connections and that loses prepared statements: ' +
      'add prepare=false to the URL, or let the pooler keep them (max_prepared_statements of PgBouncer 1.21 or newer).',
  );
}

/** Neither a pooler that hands out what came back last nor one that goes round gives each its own in this order. */
const ORDER = [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1] as const;

async function isShared(pair: Pair): Promise<boolean> {
  const seen = [new Set<unknown>(), new Set<unknown>()] as const;
  for (const at of ORDER) {
    const [row] = await pair[at].askPlainly('select pg_backend_pid() as pid');
    seen[at].add(Reflect.get(row ?? {}, 'pid'));
  }
  return seen.some(({ size }) => size > 1) || !seen[0].isDisjointFrom(seen[1]);
}

/** One statement that both prepare on the same server fails, and so does one that moved to another. */
async function canPrepare(pair: Pair): Promise<boolean> {
  try {
    for (const at of ORDER) await pair[at].ask('select 1 as prepared_by_both', []);
    for (let n = 0; n < ORDER.length; n++) await pair[0].ask('select 1 as prepared_by_one', []);
    return true;
  } catch (error) {
    if (PREPARED_WRONGLY.has(String(Reflect.get(Object(error), 'code')))) return false;
    throw error;
  }
}

/** There already, or not there. */
const PREPARED_WRONGLY = new Set(['42P05', '26000']);
