/*
 * Rules that plant mistakes in code, such as a swapped comparison, a shifted boundary or a missing await. Mistakes
 * that no test could detect are left out here or in `excludedMistakes.ts`, because every survivor should mean a
 * missing test.
 */
import type { Expression, IfStatement, Node, ObjectExpression, ObjectProperty } from 'oxc-parser';
import {
  isByteSize,
  isCacheSize,
  isConcurrency,
  isConversion,
  isElementDefault,
  isIndentation,
  isLockNumber,
  isMegabytes,
  isNotFoundPosition,
  isPlainLogLine,
  isPowerCut,
  isTuning,
} from './excludedMistakes.ts';

/**
 * Replaces the text between `start` and `end` by `text`. If `harmless` compiles in its place, the types prove that
 * the mistake changes nothing.
 */
export type Edit = { start: number; end: number; text: string; harmless?: string };

/** The position of a node: the text of its file, and its ancestors from the outermost to the parent. */
type Place = { text: string; ancestors: readonly Node[] };
type Comparison = { left: Node; right: Node; operator: string };
type Rule = (node: Node, place: Place) => Edit[];

const OPPOSITES: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
/**
 * The reversed comparisons for times: a test cannot hit the exact millisecond, but it detects a reversed comparison.
 */
const REVERSED: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const MILLISECONDS = /_ms$|^(performance|Date)\.now\(\)$/i;
/** A returned promise is awaited by the caller. */
const NEED_NO_AWAIT = ['ReturnStatement', 'ArrowFunctionExpression'];
/** The members of a schema have no order and do not overlap, so reordering them changes nothing. */
const SCHEMAS = ['Input', 'Answer'];
const EMPTY = /^[\w.]+\.(length|size) === 0$/;
const RETURNS = /^\{?\s*return\b/;
const FARTHEST: Record<string, string> = { min: 'max', max: 'min' };
/** Matches the names of durations: no test can detect one more millisecond. */
const DURATION = /(_(ms|s|seconds|minutes|hours)|Timeout)$/i;

export const CODE_RULES: Record<string, Rule> = {
  comparison(node, { text }) {
    if (node.type !== 'BinaryExpression' || isTuning([node.left, node.right], text)) return [];
    return swapOperator(node, text);
  },
  boundary(node, { text, ancestors }) {
    if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
    if (isNotFoundPosition(node, ancestors) || isElementDefault(node, ancestors)) return [];
    if (isIndentation(node, ancestors, text) || isCacheSize(node, ancestors)) return [];
    if (isConcurrency(ancestors)) return [];
    const { value } = node;
    const name = constantOf(ancestors);
    if (name && ((value > 1 && isTuning([name], text)) || isLockNumber(name, text))) return [];
    const is_coarse =
      isDuration(text, ancestors) ||
      isMegabytes(ancestors) ||
      isConversion(node, ancestors.at(-1)) ||
      isByteSize(node, ancestors.at(-1), name ?? memberOf(ancestors), text);
    const wrong = is_coarse ? [value * 10] : [value + 1, value - 1];
    return wrong.filter((one) => one >= 0 && one !== value).map((one) => replace(node, String(one)));
  },
  condition(node, { text }) {
    if (node.type === 'LogicalExpression') return node.operator === '??' ? [] : dropOperands(node, text);
    if (node.type === 'IfStatement') return breakTest(node, text);
    if (node.type === 'ConditionalExpression') return negate(node.test, text);
    if (node.type === 'UnaryExpression' && node.operator === '!')
      return [replace(node, textOf(node.argument, text))];
    return [];
  },
  await(node, { text, ancestors }) {
    const parent = ancestors.at(-1);
    return node.type === 'AwaitExpression' && !NEED_NO_AWAIT.includes(parent?.type ?? '')
      ? [replace(node, textOf(node.argument, text))]
      : [];
  },
  call(node) {
    if (node.type !== 'ExpressionStatement' || !isCall(node.expression)) return [];
    return isPlainLogLine(node.expression) || isPowerCut(node) ? [] : [replace(node, ';')];
  },
  constant(node, { text }) {
    if (node.type === 'Literal' && typeof node.value === 'boolean')
      return [replace(node, String(!node.value))];
    if (node.type !== 'MemberExpression' || textOf(node.object, text) !== 'Math') return [];
    const other = FARTHEST[textOf(node.property, text)];
    return other ? [replace(node.property, other)] : [];
  },
  default: (node, { text }) =>
    node.type === 'LogicalExpression' && node.operator === '??' ? dropOperands(node, text) : [],
  optional(node, { text }) {
    if (node.type !== 'MemberExpression' || !node.optional) return [];
    const start = text.indexOf('?.', node.object.end);
    return [{ start, end: start + 2, text: node.computed ? '' : '.' }];
  },
  fields(node, { text, ancestors }) {
    if (node.type !== 'ObjectExpression' || isOfSchema(ancestors.at(-1), text)) return [];
    return [...moveSpreads(node, text), ...swapFields(node, text)];
  },
};

function swapOperator({ left, right, operator }: Comparison, text: string): Edit[] {
  const is_of_time = [left, right].some((side) => MILLISECONDS.test(textOf(side, text)));
  const other = (is_of_time ? REVERSED[operator] : undefined) ?? OPPOSITES[operator];
  const start = text.indexOf(operator, left.end);
  return other === undefined ? [] : [{ start, end: start + operator.length, text: other }];
}

/** Returns the name of the constant that a number defines, directly or as a factor. */
function constantOf(ancestors: readonly Node[]): Node | undefined {
  const holder = ancestors.findLast(({ type }) => type !== 'BinaryExpression');
  return holder?.type === 'VariableDeclarator' ? holder.id : undefined;
}

/** Returns the name of the member that a number defines, directly or as a factor. */
function memberOf(ancestors: readonly Node[]): Node | undefined {
  const holder = ancestors.findLast(({ type }) => type !== 'BinaryExpression');
  return holder?.type === 'Property' ? holder.key : undefined;
}

/** True if a number is the value, or a factor of the value, of a constant, member or default with the name of a duration. */
function isDuration(text: string, ancestors: readonly Node[]): boolean {
  const named = ancestors.findLast(({ type }) => type !== 'BinaryExpression');
  if (named?.type === 'VariableDeclarator') return DURATION.test(textOf(named.id, text));
  if (named?.type === 'Property') return DURATION.test(textOf(named.key, text));
  return named?.type === 'AssignmentPattern' && DURATION.test(textOf(named.left, text));
}

function dropOperands(node: { start: number; end: number; left: Node; right: Node }, text: string): Edit[] {
  return [node.left, node.right].map((kept) => replace(node, textOf(kept, text)));
}

/** Negates a condition, unless the rule for comparisons already reverses it. */
function negate(test: Node, text: string): Edit[] {
  const is_compared = test.type === 'BinaryExpression' && test.operator in OPPOSITES;
  return is_compared && test.operator.length === 3 ? [] : [replace(test, `!(${textOf(test, text)})`)];
}

function fix(test: Node): Edit[] {
  return ['true', 'false'].map((value) => replace(test, value));
}

/**
 * Replaces a condition. If the check exists only for the compiler, `false` does not compile and is dropped later. A
 * shortcut for an empty list is not replaced by `false`: the code then handles zero elements with the same result.
 */
function breakTest({ test, consequent }: IfStatement, text: string): Edit[] {
  const is_shortcut = EMPTY.test(textOf(test, text)) && RETURNS.test(textOf(consequent, text));
  const fixed = fix(test).filter((edit) => !is_shortcut || edit.text === 'true');
  return [...negate(test, text), ...fixed];
}

function isOfSchema(parent: Node | undefined, text: string): boolean {
  return parent?.type === 'CallExpression' && SCHEMAS.includes(textOf(parent.callee, text));
}

function isCall(expression: Expression): boolean {
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression;
  return inner.type === 'CallExpression';
}

/** Moves a spread to the other side of its neighbour: the later of the two overwrites the earlier. */
function moveSpreads({ properties }: ObjectExpression, text: string): Edit[] {
  return properties.flatMap((one, at) => {
    const next = properties[at + 1];
    if (!next || (one.type === 'SpreadElement') === (next.type === 'SpreadElement')) return [];
    const between = text.slice(one.end, next.start);
    const moved = `${textOf(next, text)}${between}${textOf(one, text)}`;
    const edit = { start: one.start, end: next.end, text: moved };
    const [spread, property] = one.type === 'SpreadElement' ? [one, next] : [next, one];
    if (spread.type !== 'SpreadElement' || property.type !== 'Property' || property.computed) return [edit];
    const lacking = proveLacking(textOf(spread.argument, text), textOf(property.key, text));
    return [{ ...edit, harmless: `...${lacking}${between}${textOf(property, text)}` }];
  });
}

/**
 * Returns an expression that compiles only if the type of the object cannot have the member. The intersection with
 * `object` avoids the error for types without a common member. If the type has an index signature, `pass` requires a
 * second argument, so the call does not compile.
 */
function proveLacking(object: string, key: string): string {
  const pass = '<T,>(value: T, ..._: string extends keyof T ? [never] : []) => value';
  return `((${pass})(${object}) satisfies (object & { ${key}?: never }) | false | null | undefined)`;
}

/** Swaps the values of two neighbouring shorthand properties. */
function swapFields({ properties }: ObjectExpression, text: string): Edit[] {
  return properties.flatMap((one, at) => {
    const next = properties[at + 1];
    if (!isShort(one) || !isShort(next)) return [];
    const [first, second] = [textOf(one, text), textOf(next, text)];
    return [{ start: one.start, end: next.end, text: `${first}: ${second}, ${second}: ${first}` }];
  });
}

function isShort(property: Node | undefined): property is ObjectProperty {
  return property?.type === 'Property' && 'shorthand' in property && property.shorthand;
}

function replace({ start, end }: { start: number; end: number }, text: string): Edit {
  return { start, end, text };
}

function textOf({ start, end }: { start: number; end: number }, text: string): string {
  return text.slice(start, end);
}
