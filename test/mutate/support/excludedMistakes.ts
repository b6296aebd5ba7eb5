import type { ExpressionStatement, Node } from 'oxc-parser';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
/** Members with text for readers; the text is not behaviour. */
const WORDS = ['description', 'summary', 'about', 'help', 'rule', 'example', 'examples'];
/** Constants with values of examples. */
const EXAMPLES = ['HINTS', 'PASSAGE'];

/** The number of retries when Node removes a file that is in use. */
const TRIES = ['maxRetries'];

/** TCP keepalive, which only matters on a network that silently loses packets. */
const PROBES = ['keepAlive'];

/** Times in the demo data, which are arbitrary. */
const MADE_UP = ['days_ago', 'hours_ago'];

/**
 * Sizes of batches, blocks and caches: with another size, the same work is done and the answers are equal. Names
 * that begin with MOST_AT_ONCE are limits of a request, and are not exempt.
 */
const TUNING =
  /^((?!MOST_)(\w+_)?AT_ONCE(_BYTES)?|(MAX_)?BATCH(_ROWS)?|BULK|BATCH_DIVISOR|(PIECE|STAGE|DRAIN|LINGER|WORTH)_BYTES|MOST_(KEPT|NAMES|VIEWS|BLOCKS|REMEMBERED|DISCARDED_BYTES)|MAX_KNOWN|LISTED_BEYOND)$/;
/** The number of an advisory lock: with another number, all processes use the same one. */
const LOCK = /_LOCK$/;
const BYTES = /(^|_)(BYTES|CHARACTERS)$|^[KMG]B$/i;
const MANY_BYTES = 10_000;

export function isTuning(names: readonly Node[], text: string): boolean {
  return names.some(({ start, end }) => TUNING.test(text.slice(start, end)));
}

export function isLockNumber({ start, end }: Node, text: string): boolean {
  return LOCK.test(text.slice(start, end));
}

/** True for a size in bytes or characters that is a product or large: no test sends exactly one more. */
export function isByteSize(
  number: { value: unknown },
  parent: Node | undefined,
  name: Node | undefined,
  text: string,
): boolean {
  if (!name || !BYTES.test(text.slice(name.start, name.end))) return false;
  return parent?.type === 'BinaryExpression' || Number(number.value) >= MANY_BYTES;
}

/** Factors between units, such as milliseconds and seconds. */
const UNITS = [1e3, 1e6, 1e9];

/** True for a factor between units beside a variable: no test measures to a thousandth. */
export function isConversion(number: Node & { value: unknown }, parent: Node | undefined): boolean {
  if (!UNITS.some((unit) => unit === number.value) || parent?.type !== 'BinaryExpression') return false;
  const other = parent.left === number ? parent.right : parent.left;
  return ['*', '/'].includes(parent.operator) && other.type !== 'Literal';
}

/** True for -1 as a position that was not found: every negative number means the same. */
export function isNotFoundPosition(number: { value: unknown }, ancestors: readonly Node[]): boolean {
  const [holder, sign] = ancestors.slice(-2);
  if (sign?.type !== 'UnaryExpression' || sign.operator !== '-' || number.value !== 1) return false;
  return holder?.type === 'VariableDeclarator' || holder?.type === 'AssignmentExpression';
}

/** True for a default such as `[a = 0]` that only the compiler needs, because the element always exists. */
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

/** True for a memory limit in megabytes: no test needs exactly one megabyte more. */
export function isMegabytes(ancestors: readonly Node[]): boolean {
  const member = ancestors.at(-1);
  return member?.type === 'Property' && member.key.type === 'Identifier' && /(Mb|_mb)$/.test(member.key.name);
}

/** True for the number of entries of a cache: with another size, the answers are equal. */
export function isCacheSize(number: Node, ancestors: readonly Node[]): boolean {
  const made = ancestors.at(-1);
  if (made?.type !== 'NewExpression' || made.arguments[0] !== number) return false;
  return made.callee.type === 'Identifier' && made.callee.name.endsWith('Cache');
}

/** Members with a number of concurrent jobs: with another number, the same work is done. */
const CONCURRENCY = ['concurrency_limit', 'max_processes'];

export function isConcurrency(ancestors: readonly Node[]): boolean {
  const member = ancestors.at(-1);
  return member?.type === 'Property' && isNamed(member.key, CONCURRENCY);
}

/** True for a call that flushes a file to disk: only a power failure would show that it is missing. */
export function isPowerCut({ expression }: ExpressionStatement): boolean {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (call.type !== 'CallExpression') return false;
  const name = call.callee.type === 'MemberExpression' ? call.callee.property : call.callee;
  return isNamed(name, ['sync', 'syncFolder']);
}

/** True for numbers, flags and comparisons of the demo, whose test checks only which kinds of records exist. */
export function isDemoValue(file: string, rule: string): boolean {
  return file.startsWith('src/demo/') && ['boundary', 'comparison', 'constant'].includes(rule);
}

/** Files whose statements run only on a Citus coordinator, which a test run without TEST_CITUS does not have. */
const CITUS_ONLY = ['src/lib/sql/citus.ts'];

/** True for code that needs Citus, in a run without a Citus coordinator. */
export function isUnreachable(file: string): boolean {
  return process.env['TEST_CITUS'] === undefined && CITUS_ONLY.includes(file);
}

/** True for code without a promise: a field of a log line, the text of an internal error, or text for readers. */
export function isWithoutPromise(ancestors: readonly Node[]): boolean {
  return ancestors.some((node) => isLogLine(node) || isInternalError(node) || isWords(node));
}

/** True for a log line below a warning; operators rely on warnings and errors. */
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
