import type { Database } from '../../src/lib/sql/sql.ts';

/**
 * Disables automatic vacuum and analyze, so that the planner uses only statistics that the test has collected and
 * plans do not change during a measurement.
 */
export async function keepStatistics(db: Database): Promise<void> {
  await db.unsafe(`
    do $$
    declare
      found regclass;
    begin
      for found in
        select oid
        from pg_class
        where relkind = 'r'
          and relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s set (autovacuum_enabled = off)', found);
      end loop;
    end $$`);
}
