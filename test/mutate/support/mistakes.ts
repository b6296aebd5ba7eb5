import { createHash } from 'node:crypto';
import type { Node, TaggedTemplateExpression } from 'oxc-parser';
import { CODE_RULES, type Edit } from './codeRules.ts';
import { SQL_RULES } from './sqlRules.ts';
import { isDemoValue, isWithoutPromise, isUnreachable } from './excludedMistakes.ts';
import { isParsed, visitCode } from './syntax.ts';

export type Mistake = Edit & {
  file: string;
  line: number;
  rule: string;
  /** The changed lines, joined into one line. */
  before: string;
  after: string;
  /** The index, from 0, among mistakes of the file with equal text. */
  ordinal: number;
};

/** A mistake that changes no behaviour. */
export type Equivalent = { file: string; rule: string; before: string; after: string; reason: string };

export type DrawOptions = { seed: number; equivalents: readonly Equivalent[] };

const STATEMENTS = ['sql', 'db', 'tx'];

type Described = Omit<Mistake, 'ordinal'>;

/** Lists all mistakes that the rules find in a file, in file order. Some of them do not parse. */
export function listMistakes(file: string, text: string): Mistake[] {
  if (isUnreachable(file)) return [];
  const found: Described[] = [];
  visitCode(file, text, (node, ancestors) => {
    if (isWithoutPromise(ancestors)) return;
    for (const [rule, edit] of findEdits(node, ancestors, text))
      if (!isDemoValue(file, rule)) found.push(describe(file, text, rule, edit));
  });
  return numberEqual(found.toSorted((one, other) => one.start - other.start));
}

export function applyEdit(text: string, edit: Edit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/**
 * Draws mistakes in an order that depends on the seed only, so that changes of other code do not change it. Omits
 * mistakes that do not parse or change nothing.
 */
export function drawMistakes(
  files: ReadonlyMap<string, string>,
  { seed, equivalents }: DrawOptions,
): IteratorObject<Mistake> {
  const ordered = [...files]
    .flatMap(([file, text]) => listMistakes(file, text))
    .map((mistake) => ({ mistake, turn: turnOf(mistake, seed) }))
    .toSorted((one, other) => (one.turn < other.turn ? -1 : 1));
  return ordered
    .values()
    .map(({ mistake }) => mistake)
    .filter((mistake) => isParsed(mistake.file, applyEdit(files.get(mistake.file) ?? '', mistake)))
    .filter((mistake) => !equivalents.some((one) => isSameMistake(one, mistake)));
}

export function isSameMistake(one: Omit<Equivalent, 'reason'>, other: Omit<Equivalent, 'reason'>): boolean {
  return (['file', 'rule', 'before', 'after'] as const).every((member) => one[member] === other[member]);
}

function findEdits(node: Node, ancestors: readonly Node[], text: string): [string, Edit][] {
  const edits = Object.entries(CODE_RULES).flatMap(([name, rule]) =>
    rule(node, { text, ancestors }).map((edit): [string, Edit] => [name, edit]),
  );
  return isStatement(node) ? [...edits, ...findSqlEdits(node, text)] : edits;
}

function isStatement(node: Node): node is TaggedTemplateExpression {
  return (
    node.type === 'TaggedTemplateExpression' &&
    node.tag.type === 'Identifier' &&
    STATEMENTS.includes(node.tag.name)
  );
}

function findSqlEdits({ quasi }: TaggedTemplateExpression, text: string): [string, Edit][] {
  const start = quasi.start + 1;
  const source = text.slice(start, quasi.end - 1);
  const words = blankValues(source, quasi.expressions, start);
  return Object.entries(SQL_RULES).flatMap(([name, rule]) =>
    rule(words, source).map((edit): [string, Edit] => [
      name,
      { ...edit, start: edit.start + start, end: edit.end + start },
    ]),
  );
}

/** Replaces values by blanks of equal length, so that offsets stay valid. */
function blankValues(statement: string, values: readonly Node[], offset: number): string {
  return values.reduce((text, { start, end }) => {
    const [from, to] = [start - offset, end - offset];
    return text.slice(0, from) + '_'.repeat(to - from) + text.slice(to);
  }, statement);
}

function numberEqual(mistakes: readonly Described[]): Mistake[] {
  const counts = new Map<string, number>();
  return mistakes.map((mistake) => {
    const key = JSON.stringify([mistake.rule, mistake.before, mistake.after]);
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return { ...mistake, ordinal };
  });
}

function turnOf({ file, rule, before, after, ordinal }: Mistake, seed: number): string {
  return createHash('sha256')
    .update(JSON.stringify([seed, file, rule, before, after, ordinal]))
    .digest('hex');
}

function describe(file: string, text: string, rule: string, edit: Edit): Described {
  const from = text.lastIndexOf('\n', edit.start - 1) + 1;
  const line_end = text.indexOf('\n', edit.end);
  const to = line_end < 0 ? text.length : line_end;
  const before = text.slice(from, to);
  const after = text.slice(from, edit.start) + edit.text + text.slice(edit.end, to);
  const line = text.slice(0, edit.start).split('\n').length;
  return { file, line, rule, ...edit, before: inOneLine(before), after: inOneLine(after) };
}

function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
