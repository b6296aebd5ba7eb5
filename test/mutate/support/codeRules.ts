import type { Expression, Node, ObjectExpression, ObjectProperty } from 'oxc-parser';

/** What is between `start` and `end` becomes `text`. */
export type Edit = { start: number; end: number; text: string };

/** The ancestors of a node, the nearest last, in the text of its file. */
type Place = { text: string; ancestors: readonly Node[] };
type Rule = (node: Node, place: Place) => Edit[];

const OPPOSITES: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
/** What is returned is awaited elsewhere. */
const NEED_NO_AWAIT = ['ReturnStatement', 'ArrowFunctionExpression'];
/** Members of a schema have no order and do not overlap. */
const SCHEMAS = ['Input', 'Answer'];
const FARTHEST: Record<string, string> = { min: 'max', max: 'min' };
/** One millisecond more is no mistake that a test could notice. */
const DURATION = /(_(ms|s|seconds|minutes|hours)|Timeout)$/i;

export const CODE_RULES: Record<string, Rule> = {
  comparison: (node, place) =>
    node.type === 'BinaryExpression' ? swapOperator(node.left, node.operator, place) : [],
  boundary(node, { text, ancestors }) {
    if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
    const { value } = node;
    const wrong = isDuration(text, ancestors) ? [value * 10] : [value + 1, value - 1];
    return wrong.filter((one) => one >= 0 && one !== value).map((one) => replace(node, String(one)));
  },
  condition(node, { text }) {
    if (node.type === 'LogicalExpression') return node.operator === '??' ? [] : dropOperands(node, text);
    if (node.type === 'IfStatement') return [...negate(node.test, text), ...fix(node.test)];
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
  call: (node) =>
    node.type === 'ExpressionStatement' && isCall(node.expression) ? [replace(node, ';')] : [],
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

function swapOperator(left: Node, operator: string, { text }: Place): Edit[] {
  const other = OPPOSITES[operator];
  const start = text.indexOf(operator, left.end);
  return other === undefined ? [] : [{ start, end: start + operator.length, text: other }];
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
    const moved = `${textOf(next, text)}${text.slice(one.end, next.start)}${textOf(one, text)}`;
    return [{ start: one.start, end: next.end, text: moved }];
  });
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
