import { parseSync } from 'oxc-parser';
import { isNode, type Node } from '../../support/syntaxTree.ts';

/** The text of a statement or of a part of one; values are replaced by ‹expression›. */
export type Template = {
  /** The function that contains the statement. */
  within: string;
  sql: string;
  /** True if a comment explains why the statement covers several accounts. */
  explained: boolean;
};

type Scope = { within: string; explained: boolean };
type Part = Template & { name: string | undefined };

const TAG = /^(?:db|tx)\b/;
const TOP: Scope = { within: '(top)', explained: false };

/** Reads statements and their parts. A named part is inserted where it is used. */
export function readTemplates(path: string, text: string): Template[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const parts = readParts(program, text, TOP);
  const named = new Map(parts.map((part) => [`${part.within} ${part.name}`, part.sql]));
  return parts.map(({ within, sql, explained }) => ({
    within,
    explained,
    sql: sql.replaceAll(/‹(\w+)›/g, (value, name: string) => named.get(`${within} ${name}`) ?? value),
  }));
}

function readParts(value: unknown, text: string, scope: Scope, name?: string): Part[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => readParts(one, text, scope));
  if (!isNode(value)) return [];
  const inner = scopeOf(value, text, scope);
  const own = isTemplate(value, text) ? [{ ...inner, name, sql: sqlOf(value, text) }] : [];
  const below = value.type === 'VariableDeclarator' ? nameOf(value) : undefined;
  return [...own, ...Object.values(value).flatMap((member) => readParts(member, text, inner, below))];
}

function scopeOf(node: Node, text: string, outer: Scope): Scope {
  const is_named = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator';
  const within = is_named && outer.within === TOP.within ? nameOf(node) : outer.within;
  return { within, explained: outer.explained || isExplained(node, text) };
}

function isExplained({ type, start }: Node, text: string): boolean {
  if (!/(?:Declaration|Property)$/.test(type)) return false;
  return /\/\/ across accounts: \S[^\n]*\n\s*$/.test(text.slice(Math.max(0, start - 200), start));
}

function nameOf({ id }: Node): string {
  return isNode(id) && typeof id['name'] === 'string' ? id['name'] : '(anonymous)';
}

function isTemplate({ type, tag }: Node, text: string): boolean {
  return type === 'TaggedTemplateExpression' && isNode(tag) && TAG.test(text.slice(tag.start, tag.end));
}

function sqlOf({ quasi }: Node, text: string): string {
  if (!isNode(quasi)) return '';
  const values = Array.isArray(quasi['expressions']) ? quasi['expressions'].filter(isNode) : [];
  const starts = [quasi.start + 1, ...values.map(({ end }) => end + 1)];
  const ends = [...values.map(({ start }) => start - 2), quasi.end - 1];
  return starts
    .map((start, at) => {
      const value = values[at];
      return (
        text.slice(start, ends[at]) + (value ? `‹${withoutParts(text.slice(value.start, value.end))}›` : '')
      );
    })
    .join('');
}

/** Removes nested templates, which are read separately. */
function withoutParts(expression: string): string {
  return expression.replaceAll(/`[^`]*`/g, '…');
}
