import { parseSync, type Node } from 'oxc-parser';

/** Type syntax around an expression, which contains code that runs; all other TypeScript syntax is erased. */
const RUNS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const DECLARES = ['ImportDeclaration', 'ExportAllDeclaration'];

export function isParsed(path: string, text: string): boolean {
  return parseSync(path, text).errors.length === 0;
}

/** Visits each node that runs, with its ancestors from the outermost to the parent. */
export function visitCode(
  path: string,
  text: string,
  see: (node: Node, ancestors: readonly Node[]) => void,
): void {
  visit(parseSync(path, text).program, see, []);
}

function visit(value: unknown, see: (node: Node, ancestors: readonly Node[]) => void, above: Node[]): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see, above);
  else if (isNode(value) && hasCode(value)) {
    see(value, above);
    above.push(value);
    for (const member of Object.values(value)) visit(member, see, above);
    above.pop();
  }
}

function hasCode({ type }: Node): boolean {
  return RUNS.includes(type) || !(type.startsWith('TS') || DECLARES.includes(type));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
