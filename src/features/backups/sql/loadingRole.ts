import { randomBytes } from 'node:crypto';
import { errorCode, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import { StartupFault } from '../../../lib/process/startupFault.ts';
import type { BackupTable } from './contents.ts';

/**
 * Switches to a role that can only truncate and insert into these tables, until the returned function is called. A COPY
 * by a superuser, such as the user of the embedded database, could run programs and read files of the server. The role
 * exists only in this transaction. A user without these rights keeps its own role, because it may not be allowed to
 * create one.
 */
// across accounts: a restore covers the whole installation
export async function switchToLoadingRole(
  tx: Queryable,
  tables: readonly BackupTable[],
): Promise<() => Promise<void>> {
  if (!(await canReachServer(tx))) return async () => {};
  const role = `tenant_ops_loading_${randomBytes(8).toString('hex')}`;
  await createRole(tx, role);
  const [{ schema }] = await tx<[{ schema: string }]>`select current_schema() as schema`;
  await tx`grant usage on schema ${tx(schema)} to ${tx(role)}`;
  await tx`grant insert, truncate on ${tableNameList(tx, tables)} to ${tx(role)}`;
  await tx`set local role ${tx(role)}`;
  return async () => {
    await tx`set local role none`;
    await tx`drop owned by ${tx(role)}`;
    await tx`drop role ${tx(role)}`;
  };
}

/** The table names as a comma-separated SQL list. */
// across accounts: a restore covers the whole installation
export function tableNameList(tx: Queryable, tables: readonly BackupTable[]): Fragment {
  const names = tables.map(({ name }): Fragment => tx`${tx(name)}`);
  return names.reduce((list, name) => tx`${list}, ${name}`);
}

/** True if the database user, or a role that it can switch to, can run programs or access files of the server. */
// across accounts: roles belong to the server
async function canReachServer(tx: Queryable): Promise<boolean> {
  const rows = await tx`
    select 1
    from pg_roles as role
    where (role.rolsuper or role.rolname = any (${SERVER_ROLES}::text[]))
      and pg_has_role(session_user, role.oid, 'member')
    limit 1`;
  return rows.length > 0;
}

const SERVER_ROLES = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

/** Creates the role with `bypassrls`, because row level security would reject rows of all accounts. */
// across accounts: rows of all accounts are loaded
async function createRole(tx: Queryable, role: string): Promise<void> {
  try {
    // Citus would otherwise create the role on every server. The tables are not distributed yet, so no rows are loaded
    // there.
    await tx`set local citus.enable_create_role_propagation = off`;
    await tx`create role ${tx(role)} nologin bypassrls`;
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupFault(
      'The user of DATABASE_URL can run programs or reach files of the database server, and cannot create a role ' +
        'that cannot: restore as a user without pg_execute_server_program, pg_read_server_files and ' +
        'pg_write_server_files, or as a superuser.',
    );
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';
