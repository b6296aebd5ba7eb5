import { INDEX_LOOKUP_SETTINGS, type Database, type Queryable } from './sql.ts';
import { StartupFault } from '../process/startupFault.ts';

/**
 * The Citus placement of each table. A table with the column `together.column` is colocated even if no list names it.
 */
export type CitusLayout = {
  /**
   * `first` is distributed by `key`; every other table with `column` is distributed by it and colocated with `first`.
   */
  together: { first: string; key: string; column: string };
  /** Reference tables: Citus keeps a full copy on every server. */
  reference: readonly string[];
  /** Tables that are distributed by their own column, without colocation: table name to column name. */
  by_own_key: Record<string, string>;
  /** Tables that stay on the coordinator. */
  local: readonly string[];
};

export type DistributionResult = {
  together: string[];
  reference: string[];
  by_own_key: string[];
  shards: number;
  workers: number;
};

const GIB = 1024 ** 3;

/**
 * Distributes every table that is not distributed yet. Can be repeated: each run completes what an interrupted run left
 * open.
 */
export async function distributeAllTables(
  db: Database,
  layout: CitusLayout,
  shards: number,
): Promise<DistributionResult> {
  const workers = await countWorkers(db);
  const tables = await listUndistributed(db, layout.local);
  assertSmall(tables);
  await setForAllServers(db);
  await distributeFunctions(db);
  if (tables.length > 0) await dropForeignKeys(db);
  const distributed = await distributeTables(db, layout, tables, shards);
  await restoreForeignKeys(db);
  return { ...distributed, shards: await countShards(db, layout.together.first), workers };
}

async function hasExtension(db: Queryable): Promise<boolean> {
  const found = await db`select 1 from pg_extension where extname = 'citus'`;
  return found.length === 1;
}

async function countWorkers(db: Queryable): Promise<number> {
  if (!(await hasExtension(db))) {
    throw new StartupFault(
      'The extension citus does not exist: install it on every server, and create it in this database.',
    );
  }
  const [nodes] = await db<[{ workers: number }]>`
    select count(*)::int as workers
    from pg_dist_node as node
    where node.isactive
      and node.shouldhaveshards`;
  if (nodes.workers === 0) {
    throw new StartupFault(
      'The Citus cluster has no worker: add each worker with citus_add_node(host, port).',
    );
  }
  return nodes.workers;
}

type Table = { name: string; bytes: number; columns: string[] };

async function listUndistributed(db: Queryable, local: readonly string[]): Promise<Table[]> {
  return db<Table[]>`
    select
      class.relname as name,
      (
        select coalesce(sum(pg_total_relation_size(part.relid)), pg_total_relation_size(class.oid))::float8
        from pg_partition_tree(class.oid) as part
      ) as bytes,
      array(
        select attribute.attname::text
        from pg_attribute as attribute
        where attribute.attrelid = class.oid
          and attribute.attnum > 0
          and not attribute.attisdropped
      ) as columns
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
      and class.relname <> all (${[...local, PENDING_KEYS]})
      and not exists (select 1 from pg_dist_partition as spread where spread.logicalrelid = class.oid)
      and not exists (
        select 1
        from pg_depend as belonging
        where belonging.objid = class.oid
          and belonging.deptype = 'e'
      )
    order by class.relname`;
}

function assertSmall(tables: readonly Table[]): void {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  if (bytes <= GIB) return;
  throw new StartupFault(
    `The database contains ${(bytes / GIB).toFixed(1)} GiB that are not distributed. The limit is 1 GiB, because each table is moved in one transaction.`,
  );
}

/** Workers plan and run parts of a statement with their own settings, so these are set on every server. */
const SETTINGS = { TimeZone: 'UTC', ...INDEX_LOOKUP_SETTINGS };

async function setForAllServers(db: Queryable): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS)) {
    await db`
      select result.success
      from run_command_on_all_nodes(
        format('alter database %I set %I = %L', current_database(), ${name}::text, ${value}::text)
      ) as result`;
  }
}

/**
 * Table of the foreign keys that are dropped during the distribution; the table itself is dropped after all keys are
 * restored.
 */
const PENDING_KEYS = 'keys_to_put_back';

async function dropForeignKeys(db: Database): Promise<void> {
  await db.begin(async (tx) => {
    await tx.unsafe(`
      create table if not exists ${PENDING_KEYS} (
        table_name text not null,
        name text not null,
        definition text not null,
        primary key (table_name, name)
      )`);
    const keys = await tx<{ table_name: string; name: string }[]>`
      insert into keys_to_put_back (table_name, name, definition)
      select class.relname, key.conname, pg_get_constraintdef(key.oid)
      from pg_constraint as key
      join pg_class as class
        on class.oid = key.conrelid
      where key.contype = 'f'
        and key.conparentid = 0
        and class.relnamespace = 'public'::regnamespace
        and (
          not exists (select 1 from pg_dist_partition as spread where spread.logicalrelid = key.conrelid)
          or not exists (select 1 from pg_dist_partition as spread where spread.logicalrelid = key.confrelid)
        )
      on conflict (table_name, name) do nothing
      returning table_name, name`;
    for (const { table_name, name } of keys)
      await tx.unsafe(`alter table "${table_name}" drop constraint "${name}"`);
  });
}

async function distributeTables(
  db: Database,
  { together, reference, by_own_key }: CitusLayout,
  tables: readonly Table[],
  shards: number,
): Promise<Pick<DistributionResult, 'together' | 'reference' | 'by_own_key'>> {
  const has = (table: string) => tables.some(({ name }) => name === table);
  const others = tables.filter(({ name, columns }) => columns.includes(together.column) && !isNamed(name));
  function isNamed(name: string): boolean {
    return reference.includes(name) || Object.hasOwn(by_own_key, name) || name === together.first;
  }
  const unknown = tables.filter((table) => !others.includes(table) && !isNamed(table.name));
  if (unknown.length > 0) {
    throw new StartupFault(`The layout has no placement for ${unknown.map(({ name }) => name).join(', ')}.`);
  }

  const wanted = {
    reference: reference.filter(has),
    together: [together.first, ...others.map(({ name }) => name)].filter(has),
    by_own_key: Object.keys(by_own_key).filter(has),
  };
  for (const table of wanted.reference)
    await spread(db, table, (tx) => tx`select create_reference_table(${table})`);
  for (const table of wanted.together) {
    const [column, beside] =
      table === together.first ? [together.key, 'none'] : [together.column, together.first];
    await spread(db, table, (tx) => createDistributed(tx, { table, column, beside, shards }));
  }
  for (const table of wanted.by_own_key) {
    const column = by_own_key[table] ?? together.column;
    await spread(db, table, (tx) => createDistributed(tx, { table, column, beside: 'none', shards }));
  }
  return wanted;
}

type Spreading = { table: string; column: string; beside: string; shards: number };

async function createDistributed(tx: Queryable, { table, column, beside, shards }: Spreading): Promise<void> {
  if (beside === 'none') {
    await tx`select create_distributed_table(${table}, ${column}, colocate_with => 'none', shard_count => ${shards}::int)`;
  } else await tx`select create_distributed_table(${table}, ${column}, colocate_with => ${beside})`;
}

async function spread(db: Database, table: string, work: (tx: Queryable) => Promise<unknown>): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local client_min_messages = 'warning'`;
    await work(tx);
    await tx`select truncate_local_data_after_distributing_table(${table})`;
  });
}

async function restoreForeignKeys(db: Database): Promise<void> {
  const [pending] = await db`select to_regclass(${PENDING_KEYS}) as name`;
  if (!pending?.['name']) return;
  const keys = await db<{ table_name: string; name: string; definition: string }[]>`
    select key.table_name, key.name, key.definition
    from keys_to_put_back as key
    order by key.table_name, key.name`;
  for (const { table_name, name, definition } of keys) {
    await db.begin(async (tx) => {
      await tx.unsafe(`alter table "${table_name}" add constraint "${name}" ${definition}`);
      await tx`delete from keys_to_put_back where table_name = ${table_name} and name = ${name}`;
    });
  }
  await db.unsafe(`drop table ${PENDING_KEYS}`);
}

/** Copies our SQL functions to every server, because statements call them there. */
async function distributeFunctions(db: Queryable): Promise<void> {
  await db`
    select create_distributed_function(routine.oid::regprocedure)
    from pg_proc as routine
    where routine.pronamespace = 'public'::regnamespace
      and not exists (
        select 1
        from pg_depend as belonging
        where belonging.objid = routine.oid
          and belonging.deptype = 'e'
      )`;
}

async function countShards(db: Queryable, table: string): Promise<number> {
  const [counted] = await db<[{ shards: number }]>`
    select count(*)::int as shards
    from pg_dist_shard as shard
    where shard.logicalrelid = to_regclass(${table})`;
  return counted.shards;
}
