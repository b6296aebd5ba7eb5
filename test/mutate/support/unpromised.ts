import type { Node } from 'oxc-parser';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
/** Words for readers; what they say is not behaviour. */
const WORDS = ['description', 'summary', 'platform_summary', 'about', 'help', 'rule'];

/** When something of the demo happened is made up. */
const MADE_UP = ['days_ago', 'hours_ago'];

/** Whether a node is a part of what nobody relies on: a field of a log line, the text of an internal error, words. */
export function isUnpromised(ancestors: readonly Node[]): boolean {
  return ancestors.some((node) => isLogLine(node) || isInternalError(node) || isWords(node));
}

function isLogLine(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const name = object.type === 'MemberExpression' ? object.property : object;
  return isNamed(name, ['log']) && isNamed(property, LEVELS);
}

function isInternalError(node: Node): boolean {
  return node.type === 'NewExpression' && isNamed(node.callee, ['Error']);
}

function isWords(node: Node): boolean {
  return node.type === 'Property' && isNamed(node.key, [...WORDS, ...MADE_UP]);
}

function isNamed(node: Node, names: readonly string[]): boolean {
  return node.type === 'Identifier' && names.includes(node.name);
}
