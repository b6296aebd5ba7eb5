import { openConnection, type Connection } from './connection.ts';
import { readPrepare } from '../connectionUrl.ts';
import { StartupFault } from '../../process/startupFault.ts';
import { addPoolingMode, OWN_SESSION, type AddressWithPooling, type Pooling } from './pooling.ts';

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Detects at startup if the URL leads to a server or to a pooler. Throws a StartupFault for a pooler that loses
 * prepared statements.
 */
export async function detectPooler(url: string): Promise<AddressWithPooling> {
  if (readPrepare(url) !== undefined) return addPoolingMode(url);
  const options = {
    target: url,
    deadline_ms: PROBE_TIMEOUT_MS,
    connect_ms: PROBE_TIMEOUT_MS,
    pooling: OWN_SESSION,
    session: {},
  };
  const first = await openConnection(options);
  try {
    const second = await openConnection(options);
    try {
      return { address: url, pooling: await comparePair([first, second]) };
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

type Pair = readonly [Connection, Connection];

async function comparePair(pair: Pair): Promise<Pooling> {
  if (!(await isShared(pair))) return OWN_SESSION;
  if (await canPrepare(pair)) return { kind: 'transaction', prepares: true };
  throw new StartupFault(
    'DATABASE_URL leads to a pooler whose transactions share connections and that loses prepared statements: ' +
      'add prepare=false to the URL, or let the pooler keep them (max_prepared_statements of PgBouncer 1.21 or newer).',
  );
}

/**
 * Order in which the two connections are queried. A pooler cannot give each connection its own server session in this
 * order, with either a last-in-first-out or a round-robin selection.
 */
const ORDER = [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1] as const;

async function isShared(pair: Pair): Promise<boolean> {
  const seen = [new Set<unknown>(), new Set<unknown>()] as const;
  for (const at of ORDER) {
    const [row] = await pair[at].runUnprepared('select pg_backend_pid() as pid');
    seen[at].add(Reflect.get(row ?? {}, 'pid'));
  }
  return seen.some(({ size }) => size > 1) || !seen[0].isDisjointFrom(seen[1]);
}

/**
 * Prepares the same statement through both connections. A pooler without support for prepared statements fails: the
 * name exists already or does not exist on the server session that runs the query.
 */
async function canPrepare(pair: Pair): Promise<boolean> {
  try {
    for (const at of ORDER) await pair[at].run('select 1 as prepared_by_both', []);
    for (let n = 0; n < ORDER.length; n++) await pair[0].run('select 1 as prepared_by_one', []);
    return true;
  } catch (error) {
    if (PREPARED_WRONGLY.has(String(Reflect.get(Object(error), 'code')))) return false;
    throw error;
  }
}

/** duplicate_prepared_statement and invalid_sql_statement_name. */
const PREPARED_WRONGLY = new Set(['42P05', '26000']);
