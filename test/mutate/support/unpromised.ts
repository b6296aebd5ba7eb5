import type { ExpressionStatement, Node } from 'oxc-parser';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
/** Words for readers; what they say is not behaviour. */
const WORDS = ['description', 'summary', 'platform_summary', 'about', 'help', 'rule', 'example', 'examples'];
/** Constants that hold values of examples. */
const EXAMPLES = ['HINTS', 'PASSAGE'];

/** How often Node tries again to remove a file that is in use. */
const TRIES = ['maxRetries'];

/** Probes of a silent connection: only a network that loses packets without a word shows them. */
const PROBES = ['keepAlive'];

/** When something of the demo happened is made up. */
const MADE_UP = ['days_ago', 'hours_ago'];

/**
 * Sizes of batches, blocks and caches. All the work is done and every answer is equal with another size. Names that
 * begin with MOST_AT_ONCE are limits of a request.
 */
const TUNING =
  /^((?!MOST_)(\w+_)?AT_ONCE(_BYTES)?|(MAX_)?BATCH(_ROWS)?|BULK|(PIECE|STAGE|DRAIN|LINGER|WORTH)_BYTES|MOST_(KEPT|NAMES|VIEWS|BLOCKS|REMEMBERED|DISCARDED_BYTES)|MAX_KNOWN)$/;
const BYTES = /_BYTES$/;
const MANY_BYTES = 10_000;

export function isTuning(names: readonly Node[], text: string): boolean {
  return names.some(({ start, end }) => TUNING.test(text.slice(start, end)));
}

/** Whether a number is a factor of a size in bytes, or a size of many: no test sends exactly one byte more. */
export function isByteSize(
  number: { value: unknown },
  parent: Node | undefined,
  name: Node | undefined,
  text: string,
): boolean {
  if (!name || !BYTES.test(text.slice(name.start, name.end))) return false;
  return parent?.type === 'BinaryExpression' || Number(number.value) >= MANY_BYTES;
}

/** True for the -1 of a position, which stands for nowhere: each number below zero does. */
export function isNowhere(number: { value: unknown }, ancestors: readonly Node[]): boolean {
  const [holder, sign] = ancestors.slice(-2);
  if (sign?.type !== 'UnaryExpression' || sign.operator !== '-' || number.value !== 1) return false;
  return holder?.type === 'VariableDeclarator' || holder?.type === 'AssignmentExpression';
}

/** True for the default of an element, `[a = 0]`: the compiler asks for it where every element is there. */
export function isElementDefault(number: Node, ancestors: readonly Node[]): boolean {
  const [list, pattern] = ancestors.slice(-2);
  return list?.type === 'ArrayPattern' && pattern?.type === 'AssignmentPattern' && pattern.right === number;
}

/** True for the third argument of JSON.stringify, which only indents. */
export function isIndentation(number: Node, ancestors: readonly Node[], text: string): boolean {
  const call = ancestors.at(-1);
  if (call?.type !== 'CallExpression' || call.arguments[2] !== number) return false;
  return text.slice(call.callee.start, call.callee.end) === 'JSON.stringify';
}

/** True for a memory limit in megabytes: no test needs exactly one more. */
export function isMegabytes(ancestors: readonly Node[]): boolean {
  const member = ancestors.at(-1);
  return member?.type === 'Property' && member.key.type === 'Identifier' && member.key.name.endsWith('Mb');
}

/** True for a call that brings a file to the disk: without it, only a power cut loses something. */
export function isPowerCut({ expression }: ExpressionStatement): boolean {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (call.type !== 'CallExpression') return false;
  const name = call.callee.type === 'MemberExpression' ? call.callee.property : call.callee;
  return isNamed(name, ['sync', 'syncFolder']);
}

/** True for numbers, flags and comparisons of the demo. Its test holds which kinds of records are there. */
export function isMadeUp(file: string, rule: string): boolean {
  return file.startsWith('src/demo/') && ['boundary', 'comparison', 'constant'].includes(rule);
}

/** Whether a node is a part of what nobody relies on: a field of a log line, the text of an internal error, words. */
export function isUnpromised(ancestors: readonly Node[]): boolean {
  return ancestors.some((node) => isLogLine(node) || isInternalError(node) || isWords(node));
}

/** A line that tells of no trouble; an operator relies on warnings and errors. */
export function isPlainLogLine(node: Node): boolean {
  return isLogLine(node, LEVELS.slice(0, LEVELS.indexOf('warn')));
}

function isLogLine(node: Node, levels = LEVELS): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const name = object.type === 'MemberExpression' ? object.property : object;
  return isNamed(name, ['log']) && isNamed(property, levels);
}

function isInternalError(node: Node): boolean {
  return node.type === 'NewExpression' && isNamed(node.callee, ['Error']);
}

function isWords(node: Node): boolean {
  if (node.type === 'VariableDeclarator') return isNamed(node.id, EXAMPLES);
  return node.type === 'Property' && isNamed(node.key, [...WORDS, ...MADE_UP, ...TRIES, ...PROBES]);
}

function isNamed(node: Node, names: readonly string[]): boolean {
  return node.type === 'Identifier' && names.includes(node.name);
}
