import type { Fault } from './rules.ts';
import { readTemplates, type Template } from './templates.ts';

/** Tables of accounts whose rows are found by another key before the account is known. */
export const DIRECTORIES = ['oauth_apps', 'bundles', 'email_addresses', 'pairing_codes'];

/**
 * Faults for statements that use a table of accounts without a plain value for the account. With a join or a
 * subselect instead, a sharded database would search all shards.
 */
export function accountConditionFaultsOf(
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
 * Faults for writes that a sharded database rejects or splits: a write inside another statement, with a time that
 * differs per evaluation, or of rows found by ctid alone.
 */
export function writeStatementFaults(source: { path: string; text: string }): Fault[] {
  return functionsWith(
    source,
    ({ sql }) =>
      /\bas (?:materialized )?\(\s*(?:insert into|update|delete from) /.test(sql) ||
      (WRITE.test(sql) && (sql.includes('clock_timestamp()') || isByCtidAlone(sql))),
  );
}

function isByCtidAlone(sql: string): boolean {
  return (
    /\bctid\s*=/.test(sql) && !BY_CTID.test(sql) && !new RegExp(`\\baccount_id\\s*=\\s*${VALUE}`).test(sql)
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

/** `unplanned(…)` is a subselect for the planner; `accountIdValue` uses it only on a single server. */
const VALUE = /‹(?!unplanned\()[^›]*\b(?:account_id|PLATFORM_ACCOUNT_ID)\b[^›]*›(?:::uuid)?/.source;

/** A queue row found by ctid; `andShardOf` adds the account in a sharded database. */
const BY_CTID = /\bitem\.ctid = [a-z_]+\.row_ctid\s+‹andShardOf\([^›]*\baccount_id\)›/;

function namesAccount({ sql }: Template, { verb, table, alias, at }: Mention): boolean {
  if (verb === 'insert into') return insertsAccount(sql.slice(at));
  const column =
    alias === undefined ? `(?:\\b${table}\\.|(?<![.\\w]))account_id` : `\\b${alias}\\.account_id`;
  if (alias === 'item' && BY_CTID.test(sql)) return true;
  return new RegExp(`${column}\\s*=\\s*${VALUE}|\\(${column},[^()]*\\)\\s*[=<>]\\s*\\(${VALUE}`).test(sql);
}

/** True if the account is a member of the inserted row or its first column. */
function insertsAccount(sql: string): boolean {
  const row = /^insert into \w+(?:\s+as \w+)?\s*/.source;
  const first = /\(\s*account_id\b[^)]*\)\s*(?:values\s*\(|select(?: distinct)?)\s*/.source;
  return new RegExp(`${row}(?:${first})?${VALUE}`).test(sql) || selectsBesideAccount(sql);
}

/** True if the account is the id of the account's own row, which the statement names. */
function selectsBesideAccount(sql: string): boolean {
  return new RegExp(
    `\\(\\s*account_id\\b[^)]*\\)\\s*select\\s+account\\.id\\b[^]*\\baccount\\.id\\s*=\\s*${VALUE}`,
  ).test(sql);
}
