import { DamagedArchive } from '../../lib/files/archive/format.ts';
import { isDay } from '../../lib/sql/partitions.ts';
import type { ArchiveHead } from './contents.ts';
import type { Table } from './sql/contents.ts';

/**
 * Returns the tables that the migrations created, with their columns in the order of the backup. Every name in the result
 * comes from the database: a name that only the backup has is refused, since statements contain these names.
 */
export function matchTables(archived: ArchiveHead['tables'], created: readonly Table[]): Table[] {
  const matched = archived.map((one) => matchTable(one, created));
  const missing = created.find((table) => !matched.some(({ name }) => name === table.name));
  if (missing) throw new DamagedArchive(`The backup has no table ${missing.name}.`);
  if (matched.length !== created.length) throw new DamagedArchive('The backup has a table twice.');
  return matched;
}

function matchTable({ name, columns }: ArchiveHead['tables'][number], created: readonly Table[]): Table {
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

/** Returns the days to partition by, of tables that the migrations partition. */
export function matchDays(
  archived: ArchiveHead['days'],
  created: readonly Table[],
): { table: string; days: string[] }[] {
  return Object.entries(archived).map(([name, days]) => {
    const wrong = days.find((day) => !isDay(day));
    if (wrong !== undefined) throw new DamagedArchive(`The backup has a day ${wrong}, which is none.`);
    const table = created.find((one) => one.name === name && one.is_split);
    if (table) return { table: table.name, days: [...new Set(days)] };
    throw new DamagedArchive(
      `The backup has days of a table that no migration partitions: ${JSON.stringify(name)}.`,
    );
  });
}
