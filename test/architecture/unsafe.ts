import type { Source } from './sources.ts';

/** Files that put computed text into statements, with the origin of each text, which is never a caller or a file. */
export const TEXT_IN_STATEMENTS: Record<string, string> = {
  'src/access/sql/uses.ts': 'a table of a union type and its column',
  'src/audit/sql/searchByName.ts': 'the constant table of targets',
  'src/audit/sql/targets.ts': 'the constant table of targets',
  'src/counts/sql/cells.ts': 'a part of a statement, of a union type',
  'src/counts/sql/page.ts': 'what defineCountedList declares, and numbers of this file',
  'src/counts/sql/rank.ts': 'names of this folder, and words of ours',
  'src/counts/sql/rows.ts': 'what defineCountedList declares',
  'src/features/accounts/sql/exports.ts': 'tables and columns that the catalog of the database names',
  'src/features/backups/sql/loading.ts': 'foreign keys as the catalog of the database quotes them',
  'src/features/bundles/sql/bundles.ts': 'a constant table of contents',
  'src/features/forms/sql/forms.ts': 'a column of a union type',
  'src/features/keys/queries.ts': 'a row of a union type',
  'src/features/reports/queries.ts': 'columns named in this file',
  'src/features/search/sql/ids.ts': 'the constant table of what can be found',
  'src/features/search/sql/kinds.ts': 'the constant table of what can be found',
  'src/features/search/sql/recordNames.ts': 'the constant table of what can be found',
  'src/features/secretKeys/sql/sealed.ts': 'the constant list of sealed columns',
  'src/lib/sql/citus.ts': 'tables and foreign keys that the catalog of the database names',
  'src/lib/sql/cursor.ts': 'a number of rows',
  'src/lib/sql/bulkDelete.ts': 'tables and columns of constant lists, and partitions that the catalog names',
  'src/lib/sql/insertRows.ts': 'columns of rows that the code makes',
  'src/lib/sql/logSearch.ts': 'the names of a log that its queries declare, and a number of this file',
  'src/lib/sql/migrate.ts': 'the migrations of this version',
  'src/lib/sql/partitions.ts': 'an id made of a time',
  'src/lib/sql/rowSecurity.ts': 'an id that is checked before, and constants',
  'src/lib/sql/sql.ts': 'a type of a union type',
};

const CALL = /\.unsafe(?:<[^(]*>)?\(\s*/g;
/** A single text without computed parts. */
const LITERAL = /^(?:'[^']*'|`(?:[^`$]|\$(?!\{))*`)\s*\)/;

/**
 * Returns files that put computed text into statements without a listed reason, and listed reasons that are no longer
 * needed.
 */
export function unsafeFaults(sources: readonly Source[], reasons: Record<string, string>): string[] {
  const found = new Set(sources.filter(({ text }) => putsText(text)).map(({ path }) => path));
  return [
    ...[...found].filter((path) => !reasons[path]).map((path) => `${path} puts text into a statement`),
    ...Object.keys(reasons)
      .filter((path) => !found.has(path))
      .map((path) => `${path} is listed and puts no text into a statement`),
  ];
}

function putsText(text: string): boolean {
  return [...text.matchAll(CALL)].some(
    ({ index, 0: call }) => !LITERAL.test(text.slice(index + call.length)),
  );
}
