import type { Node } from 'oxc-parser';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
/** Words for readers; what they say is not behaviour. */
const WORDS = ['description', 'summary', 'platform_summary', 'about', 'help', 'rule', 'examples'];

/** How often Node tries again to remove a file that is in use. */
const TRIES = ['maxRetries'];

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
  return node.type === 'Property' && isNamed(node.key, [...WORDS, ...MADE_UP, ...TRIES]);
}

function isNamed(node: Node, names: readonly string[]): boolean {
  return node.type === 'Identifier' && names.includes(node.name);
}
