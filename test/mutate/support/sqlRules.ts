import type { Edit } from './codeRules.ts';

/** Finds edits in a statement, whose interpolated values are blanked out. `source` is the text with the values. */
type Rule = (statement: string, source: string) => Edit[];

const COMPARISON = /(?<![-<>=!@|&])(<=|>=|<|>)(?![<>=@|&])/g;
const OTHER_BOUND = swap({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' });
const REVERSED = swap({ '<': '>', '<=': '>=', '>': '<', '>=': '<=' });
/**
 * Times that the service computes from its clock, and the first ids of a time. No test meets the exact time, and no id
 * has only zeros after its time, but a test detects a reversed comparison.
 */
const CLOCK_TIME =
  /^(now\(\)|\$\{((\w+\.)?(now|\w+_(after|before|since))|first_id|end_id|firstIdOf\(.*?\))\})/;

const PATTERNS: Record<string, [RegExp, (found: string) => string][]> = {
  'sql order': [[/\b(asc|desc)\b/g, swap({ asc: 'desc', desc: 'asc' })]],
  'sql lock': [
    [/\bfor (no key )?update( of \w+(, \w+)*)?( skip locked| nowait)?/g, () => ''],
    [/ skip locked\b/g, () => ''],
  ],
  'sql conflict': [[/\bon conflict\b[^;]*?\bdo nothing\b/g, () => '']],
  'sql constant': [
    [/\b(least|greatest)(?=\()/g, swap({ least: 'greatest', greatest: 'least' })],
    [/\b(min|max)(?=\()/g, swap({ min: 'max', max: 'min' })],
    [/\bis (not )?null\b/g, swap({ 'is null': 'is not null', 'is not null': 'is null' })],
    [/\b(true|false)\b/g, swap({ true: 'false', false: 'true' })],
    [/\bleft join\b/g, () => 'join'],
    [/\bselect distinct\b/g, () => 'select'],
  ],
};

export const SQL_RULES: Record<string, Rule> = {
  'sql condition': dropConditions,
  'sql comparison': swapComparisons,
  ...Object.fromEntries(Object.entries(PATTERNS).map(([name, pairs]) => [name, ruleOf(pairs)])),
};

function ruleOf(pairs: [RegExp, (found: string) => string][]): Rule {
  return (statement) =>
    pairs.flatMap(([pattern, other]) =>
      [...statement.matchAll(pattern)].map(({ 0: found, index }) => ({
        start: index,
        end: index + found.length,
        text: other(found),
      })),
    );
}

function swapComparisons(statement: string, source: string): Edit[] {
  return [...statement.matchAll(COMPARISON)].map(({ 0: found, index }) => {
    const end = index + found.length;
    const is_of_clock = CLOCK_TIME.test(source.slice(end).trimStart());
    return { start: index, end, text: is_of_clock ? REVERSED(found) : OTHER_BOUND(found) };
  });
}

function swap(others: Record<string, string>): (found: string) => string {
  return (found) => others[found] ?? found;
}

/** Removes conditions: a condition begins a line with `and` or `or`, and ends with its clause. */
function dropConditions(statement: string): Edit[] {
  return [...statement.matchAll(/^( *)(and|or)\b/gm)]
    .map(({ 1: indent = '', index }) => {
      const start = index + indent.length;
      return { start, end: endOfClause(statement, start, indent.length), text: '' };
    })
    .filter(({ start, end }) => !isImplied(statement, statement.slice(start, end).trim()));
}

/** A column that is equal to a value is not null; such a condition only makes a partial index usable. */
function isImplied(statement: string, condition: string): boolean {
  const column = /^and (\w+\.\w+) is not null$/.exec(condition)?.[1];
  return column !== undefined && new RegExp(`^ *(where|and|on) ${column} = `, 'm').test(statement);
}

function endOfClause(statement: string, start: number, indent: number): number {
  let depth = 0;
  for (let at = start; at < statement.length; at++) {
    if (statement[at] === '(') depth++;
    if (statement[at] === ')' && --depth < 0) return at;
    if (statement[at] === '\n' && depth === 0 && indentAfter(statement, at) <= indent) return at;
  }
  return statement.length;
}

function indentAfter(statement: string, line_end: number): number {
  return /^ */.exec(statement.slice(line_end + 1))?.[0].length ?? 0;
}
