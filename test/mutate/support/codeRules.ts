import type { Expression, IfStatement, Node, ObjectExpression, ObjectProperty } from 'oxc-parser';
import {
  isByteSize,
  isElementDefault,
  isIndentation,
  isMegabytes,
  isNowhere,
  isPlainLogLine,
  isPowerCut,
  isTuning,
} from './unpromised.ts';

/**
 * The text between `start` and `end` becomes `text`. If `harmless` compiles in its place, the types prove that the
 * mistake changes nothing.
 */
export type Edit = { start: number; end: number; text: string; harmless?: string };

/** The ancestors of a node, the nearest last, in the text of its file. */
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
/** A test cannot meet the exact millisecond; it notices the reversed order. */
const REVERSED: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const MILLISECONDS = /_ms$|^(performance|Date)\.now\(\)$/i;
/** What is returned is awaited elsewhere. */
const NEED_NO_AWAIT = ['ReturnStatement', 'ArrowFunctionExpression'];
/** Members of a schema have no order and do not overlap. */
const SCHEMAS = ['Input', 'Answer'];
const EMPTY = /^[\w.]+\.(length|size) === 0$/;
const RETURNS = /^\{?\s*return\b/;
const FARTHEST: Record<string, string> = { min: 'max', max: 'min' };
/** One millisecond more is no mistake that a test could notice. */
const DURATION = /(_(ms|s|seconds|minutes|hours)|Timeout)$/i;

export const CODE_RULES: Record<string, Rule> = {
  comparison(node, { text }) {
    if (node.type !== 'BinaryExpression' || isTuning([node.left, node.right], text)) return [];
    return swapOperator(node, text);
  },
  boundary(node, { text, ancestors }) {
    if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
    if (isNowhere(node, ancestors) || isElementDefault(node, ancestors)) return [];
    if (isIndentation(node, ancestors, text)) return [];
    const { value } = node;
    const name = constantOf(ancestors);
    if (name && value > 1 && isTuning([name], text)) return [];
    const is_coarse =
      isDuration(text, ancestors) || isMegabytes(ancestors) || isByteSize(node, ancestors.at(-1), name, text);
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

/** The name of the constant whose value a number is, or is a factor of. */
function constantOf(ancestors: readonly Node[]): Node | undefined {
  const holder = ancestors.findLast(({ type }) => type !== 'BinaryExpression');
  return holder?.type === 'VariableDeclarator' ? holder.id : undefined;
}

/** Whether a number, or what is computed with it, is a constant, a member or a default with the name of a duration. */
function isDuration(text: string, ancestors: readonly Node[]): boolean {
  const named = ancestors.findLast(({ type }) => type !== 'BinaryExpression');
  if (named?.type === 'VariableDeclarator') return DURATION.test(textOf(named.id, text));
  if (named?.type === 'Property') return DURATION.test(textOf(named.key, text));
  return named?.type === 'AssignmentPattern' && DURATION.test(textOf(named.left, text));
}

function dropOperands(node: { start: number; end: number; left: Node; right: Node }, text: string): Edit[] {
  return [node.left, node.right].map((kept) => replace(node, textOf(kept, text)));
}

/** A comparison with one operator is turned by the rule for comparisons. */
function negate(test: Node, text: string): Edit[] {
  const is_compared = test.type === 'BinaryExpression' && test.operator in OPPOSITES;
  return is_compared && test.operator.length === 3 ? [] : [replace(test, `!(${textOf(test, text)})`)];
}

function fix(test: Node): Edit[] {
  return ['true', 'false'].map((value) => replace(test, value));
}

/**
 * A check that exists for the compiler is not planted as `false`: the compiler refuses the code behind it. The shortcut
 * for an empty list is not made false: without it, the work is done for no element.
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

/** What is spread first is overwritten by what follows it; written last, it overwrites. */
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
 * An expression that compiles if the object cannot have the member. `object` keeps the compiler from asking for a common
 * member; the second parameter is required where the object may have any member.
 */
function proveLacking(object: string, key: string): string {
  const pass = '<T,>(value: T, ..._: string extends keyof T ? [never] : []) => value';
  return `((${pass})(${object}) satisfies (object & { ${key}?: never }) | false | null | undefined)`;
}

/** Two neighbours in short form change places: each gets the value of the other. */
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
