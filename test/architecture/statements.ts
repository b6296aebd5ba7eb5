import type { Fault } from './rules.ts';
import { readTemplates, type Template } from './templates.ts';

/** Tables with an account that are found by a key of their own, before the account is known. */
export const DIRECTORIES = ['oauth_apps', 'bundles', 'email_addresses', 'pairing_codes'];

/**
 * Tables of accounts that a statement names without a plain value for their account. Only through a join or a subselect
 * it would be looked for wherever rows are, once they are spread over servers.
 */
export function statementFaults(
  { path, text }: { path: string; text: string },
  tables: readonly string[],
): Fault[] {
  return functionsWith(
    { path, text },
    (template) =>
      !template.explained && mentionsOf(template, tables).some((mention) => !namesAccount(template, mention)),
  );
}

const WRITE = /\b(?:insert into|update|delete from) (?!skip\b)/;

/**
 * Writes that several servers would not take, or carry out in steps: as a part of another statement, with a time that
 * differs from one look to the next, or of rows that are known by their place alone.
 */
export function writeFaults(source: { path: string; text: string }): Fault[] {
  return functionsWith(
    source,
    ({ sql }) =>
      /\bas (?:materialized )?\(\s*(?:insert into|update|delete from) /.test(sql) ||
      (WRITE.test(sql) && (sql.includes('clock_timestamp()') || isByPlaceAlone(sql))),
  );
}

function isByPlaceAlone(sql: string): boolean {
  return (
    /\bctid\s*=/.test(sql) && !BY_PLACE.test(sql) && !new RegExp(`\\baccount_id\\s*=\\s*${VALUE}`).test(sql)
  );
}

function functionsWith(
  { path, text }: { path: string; text: string },
  isFaulty: (template: Template) => boolean,
): Fault[] {
  if (!/^src\/(?:.*\/)?(?:queries|sql\/\w+|emit)\.ts$/.test(path)) return [];
  const faults = readTemplates(path, text)
    .filter(isFaulty)
    .map(({ within }) => `${path} ${within}`);
  return [...new Set(faults)];
}

type Mention = { verb: string; table: string; alias: string | undefined; at: number };

const MENTION = /\b(insert into|update|delete from|from|join|using) ([a-z_]+)\b(?:\s+as ([a-z_]+))?/g;

function mentionsOf({ sql }: Template, tables: readonly string[]): Mention[] {
  return [...sql.matchAll(MENTION)]
    .map(({ 1: verb = '', 2: table = '', 3: alias, index }) => ({ verb, table, alias, at: index }))
    .filter(({ table, at }) => tables.includes(table) && !/\b(?:for|do)\s+$/.test(sql.slice(0, at)));
}

/** What is hidden from the planner is a subselect, but `accountCondition` hides it from one server only. */
const VALUE = /‹(?!unplanned\()[^›]*\b(?:account_id|PLATFORM|seen_by)\b[^›]*›(?:::uuid)?/.source;

/** A row of the queue that is known by its place; where there are several servers, the account is named, too. */
const BY_PLACE = /\bitem\.ctid = [a-z_]+\.place\s+‹andShardOf\([^›]*\baccount_id\)›/;

function namesAccount({ sql }: Template, { verb, table, alias, at }: Mention): boolean {
  if (verb === 'insert into') return insertsAccount(sql.slice(at));
  const column =
    alias === undefined ? `(?:\\b${table}\\.|(?<![.\\w]))account_id` : `\\b${alias}\\.account_id`;
  if (alias === 'item' && BY_PLACE.test(sql)) return true;
  return new RegExp(`${column}\\s*=\\s*${VALUE}|\\(${column},[^()]*\\)\\s*[=<>]\\s*\\(${VALUE}`).test(sql);
}

/** As a member of what is inserted, or as the first of its columns. */
function insertsAccount(sql: string): boolean {
  const row = /^insert into \w+(?:\s+as \w+)?\s*/.source;
  const first = /\(\s*account_id\b[^)]*\)\s*(?:values\s*\(|select(?: distinct)?)\s*/.source;
  return new RegExp(`${row}(?:${first})?${VALUE}`).test(sql) || selectsBesideAccount(sql);
}

/** As the id of the account's own row, which the statement names. */
function selectsBesideAccount(sql: string): boolean {
  return new RegExp(
    `\\(\\s*account_id\\b[^)]*\\)\\s*select\\s+account\\.id\\b[^]*\\baccount\\.id\\s*=\\s*${VALUE}`,
  ).test(sql);
}
