import { DamagedArchive } from '../../lib/files/archive/format.ts';
import { isPartitionDay } from '../../lib/sql/partitions.ts';
import type { ArchiveHeader } from './contents.ts';
import type { BackupTable } from './sql/contents.ts';

/**
 * Matches the tables of a backup with the tables that the migrations created. The columns are in the order of the
 * backup. SQL statements contain these names, so the result has only names from the database; unknown names in the
 * backup throw.
 */
export function matchTables(
  archived: ArchiveHeader['tables'],
  created: readonly BackupTable[],
): BackupTable[] {
  const matched = archived.map((one) => matchTable(one, created));
  const missing = created.find((table) => !matched.some(({ name }) => name === table.name));
  if (missing) throw new DamagedArchive(`The backup has no table ${missing.name}.`);
  if (matched.length !== created.length) throw new DamagedArchive('The backup has a table twice.');
  return matched;
}

function matchTable(
  { name, columns }: ArchiveHeader['tables'][number],
  created: readonly BackupTable[],
): BackupTable {
  const table = created.find((one) => one.name === name);
  if (!table)
    throw new DamagedArchive(`The backup has a table that no migration creates: ${JSON.stringify(name)}.`);
  const matched = columns.map((column) => {
    const known = table.columns.find((one) => one === column);
    if (known !== undefined) return known;
    throw new DamagedArchive(
      `The backup has a column of ${table.name} that no migration creates: ${JSON.stringify(column)}.`,
    );
  });
  if (new Set(matched).size !== table.columns.length || matched.length !== table.columns.length)
    throw new DamagedArchive(`The backup does not have each column of ${table.name} once.`);
  return { ...table, columns: matched };
}

/** Returns the days for which partitions must be created, by table. Throws for tables that are not partitioned. */
export function listPartitionDaysToCreate(
  archived: ArchiveHeader['days'],
  created: readonly BackupTable[],
): { table: string; days: string[] }[] {
  return Object.entries(archived).map(([name, days]) => {
    const wrong = days.find((day) => !isPartitionDay(day));
    if (wrong !== undefined) throw new DamagedArchive(`The backup contains the invalid day ${wrong}.`);
    const table = created.find((one) => one.name === name && one.is_split);
    if (table) return { table: table.name, days: [...new Set(days)] };
    throw new DamagedArchive(
      `The backup has days of a table that no migration partitions: ${JSON.stringify(name)}.`,
    );
  });
}
