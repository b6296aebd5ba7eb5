import type { Node, TaggedTemplateExpression } from 'oxc-parser';
import { randomOf } from '../../support/fuzzer.ts';
import { CODE_RULES, type Edit } from './codeRules.ts';
import { SQL_RULES } from './sqlRules.ts';
import { isUnpromised } from './unpromised.ts';
import { isParsed, visitCode } from './syntax.ts';

export type Mistake = Edit & {
  file: string;
  line: number;
  rule: string;
  /** The lines that change, in one line each. */
  before: string;
  after: string;
};

/** A mistake that changes no behaviour. */
export type Equivalent = { file: string; rule: string; before: string; after: string; reason: string };

export type Draw = { seed: number; count: number; equivalents: readonly Equivalent[] };

const STATEMENTS = ['sql', 'db', 'tx'];

/** Every mistake that the rules make of a file, in the order of the file; some of them do not parse. */
export function listMistakes(file: string, text: string): Mistake[] {
  const found: Mistake[] = [];
  visitCode(file, text, (node, ancestors) => {
    if (isUnpromised(ancestors)) return;
    for (const [rule, edit] of findEdits(node, ancestors, text)) found.push(describe(file, text, rule, edit));
  });
  return found.toSorted((one, other) => one.start - other.start);
}

export function applyEdit(text: string, edit: Edit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** The same seed draws the same from the same files; what does not parse, or changes nothing, is not drawn. */
export function drawMistakes(
  files: ReadonlyMap<string, string>,
  { seed, count, equivalents }: Draw,
): Mistake[] {
  const random = randomOf(seed);
  const turns = [...files]
    .flatMap(([file, text]) => listMistakes(file, text))
    .map((mistake) => ({ mistake, text: files.get(mistake.file) ?? '', turn: random() }))
    .toSorted((one, other) => one.turn - other.turn);
  return turns
    .values()
    .filter(({ mistake, text }) => isParsed(mistake.file, applyEdit(text, mistake)))
    .map(({ mistake }) => mistake)
    .filter((mistake) => !equivalents.some((one) => isSame(one, mistake)))
    .take(count)
    .toArray();
}

export function isSame(one: Omit<Equivalent, 'reason'>, other: Omit<Equivalent, 'reason'>): boolean {
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
  const words = blankValues(text.slice(start, quasi.end - 1), quasi.expressions, start);
  return Object.entries(SQL_RULES).flatMap(([name, rule]) =>
    rule(words).map((edit): [string, Edit] => [
      name,
      { ...edit, start: edit.start + start, end: edit.end + start },
    ]),
  );
}

/** Values keep their length, so that places stay what they are. */
function blankValues(statement: string, values: readonly Node[], offset: number): string {
  return values.reduce((text, { start, end }) => {
    const [from, to] = [start - offset, end - offset];
    return text.slice(0, from) + '_'.repeat(to - from) + text.slice(to);
  }, statement);
}

function describe(file: string, text: string, rule: string, edit: Edit): Mistake {
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
