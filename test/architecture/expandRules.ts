/** Migrations up to this number may do more than add. */
export const LAST_OF_OLD_RULE = 35;

type Migration = { name: string; text: string };

/** Statements that break an earlier version that is still running, or lock a large table. */
const REFUSED: [RegExp, string][] = [
  [/\bdrop\b(?! constraint)/, 'drops what an earlier version may use'],
  [/\brename\b/, 'renames what an earlier version uses'],
  [/\balter (?:column )?\w+ (?:set data )?type\b/, 'rewrites a table for a type'],
  [/\bset not null\b/, 'reads a whole table, and refuses rows of an earlier version'],
  [/\badd column\b(?!.*\bdefault\b).*\bnot null\b/, 'refuses rows of an earlier version'],
  [/\badd column\b.*\bdefault [^,]*\(/, 'rewrites a table for a default that is computed'],
  [/\badd column\b.*\b(?:generated|\w*serial)\b/, 'rewrites a table for a column that is computed'],
  [/\badd column\b.*\b(?:unique|primary key)\b/, 'builds an index under a lock'],
  [/\badd column\b.*\bcheck\b/, 'reads a whole table under a lock'],
  [
    /\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/,
    'builds an index under a lock',
  ],
  [
    /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    'reads a whole table under a lock',
  ],
  [/\bset (?:tablespace|logged|unlogged|access method)\b/, 'rewrites a table'],
  [/\battach partition\b/, 'reads a whole table under a lock'],
  [/^(?:vacuum|cluster|reindex|truncate|lock)\b/, 'locks a table for long'],
  [/^do\b/, 'holds statements that cannot be read here'],
  [/^create or replace\b/, 'changes what an earlier version uses'],
];

/** Separates the actions of one `alter table`. */
const NEXT_ACTION = /, (?=(?:add|alter|attach|drop|rename|set|validate)\b)/;

/** Statements that are safe for a table created in the same file. */
const ON_TABLE =
  /^(?:update|delete from|alter table(?: only)?|create (?:unique )?index(?: concurrently)?(?: if not exists)?(?: \w+)? on(?: only)?) (\w+)/;

/**
 * Finds faults of newer migrations. An earlier version runs at the same time, and a large table may be locked only
 * for a moment.
 */
export function expandFaults({ name, text }: Migration): string[] {
  if (Number(name.slice(0, 4)) <= LAST_OF_OLD_RULE) return [];
  const statements = readStatements(text);
  const own = new Set(
    statements.flatMap(({ sql }) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []),
  );
  return statements.flatMap(({ sql, above }) => {
    const table = ON_TABLE.exec(sql)?.[1];
    if (table !== undefined && own.has(table)) return [];
    const reason = refusalOf(sql, above);
    return reason === undefined ? [] : [`${name}: ${sql.slice(0, 60)}: ${reason}`];
  });
}

function refusalOf(sql: string, above: string): string | undefined {
  const written = /^(?:update|delete from|with\b.*\b(?:update|delete from)) /.test(sql);
  if (written) return 'rewrites rows of an earlier version under locks';
  if (/^create (?:unique )?index\b/.test(sql) && !above.includes('concurrently'))
    return 'builds an index under a lock, and no comment above tells why not concurrently';
  if (isDropOfConstraint(sql, above)) return 'drops what an earlier version may use';
  const actions = sql.split(NEXT_ACTION);
  return REFUSED.find(([pattern]) => actions.some((action) => pattern.test(action)))?.[1];
}

/**
 * True for a dropped constraint without a replacement. A check may be replaced by a wider one of the same name, and
 * a foreign key by a mechanism that the comment above names.
 */
function isDropOfConstraint(sql: string, above: string): boolean {
  return [...sql.matchAll(/\bdrop constraint (\w+)/g)].some(
    ([, name = '']) =>
      !new RegExp(`\\badd constraint ${name} check\\b`).test(sql) &&
      !(name.endsWith('_fkey') && above.includes('guards')),
  );
}

type Statement = { sql: string; above: string };

const COMMENT = /--[^\n]*|\/\*[^]*?\*\//;
const QUOTED = /\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|'(?:[^']|'')*'/;
const PIECES = new RegExp(`${COMMENT.source}|${QUOTED.source}|;|[^-/$';]+|[^]`, 'g');

/**
 * Splits a migration into statements in lower case, without comments and quoted text, each with the comment above
 * it.
 */
function readStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let sql = '';
  let above = '';
  for (const piece of `${text.toLowerCase()};`.match(PIECES) ?? []) {
    if (/^(?:--|\/\*)/.test(piece)) above += sql.trim() === '' ? piece : '';
    else if (piece !== ';') sql += piece.length > 1 && /^[$']/.test(piece) ? "''" : piece;
    else if (sql.trim() !== '') {
      statements.push({ sql: sql.trim().replaceAll(/\s+/g, ' '), above });
      sql = '';
      above = '';
    }
  }
  return statements;
}
