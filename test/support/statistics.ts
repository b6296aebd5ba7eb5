import type { Database } from '../../src/lib/sql/sql.ts';

/**
 * What the planner knows of the tables from now on is what a test has analyzed: the server would look at what was just
 * filled once a minute, and plan anew what is measured.
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
