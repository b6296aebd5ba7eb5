import { parseSync } from 'oxc-parser';
import { identifierOf, isNode, visitNodes, type Node } from '../../support/syntaxTree.ts';

type Source = { path: string; text: string };

export type Texts = {
  /** The texts that are passed to `t` or `<T>`. */
  said: Set<string>;
  /** Texts that are not translated, so that every reader sees them in English. */
  outside: string[];
};

export function listTexts(sources: readonly Source[]): Texts {
  const texts: Texts = { said: new Set(), outside: [] };
  for (const { path, text } of sources)
    visitNodes(parseSync(path, text).program, (node) => read(node, path, texts));
  return texts;
}

/** Attributes and props whose text is shown on the page or read by a screen reader. */
const SEEN = new Set([
  'about',
  'alt',
  'aria-label',
  'description',
  'label',
  'none',
  'placeholder',
  'text',
  'title',
  'verb',
  'what',
]);
/** Matches texts that need no translation, such as examples and product names. */
const NO_WORDS =
  /^[^A-Za-z]*$|^[a-z]$|^203\.0|^t[a-z]{2}_…$|@example\.com|^(?:https?:|X-|tenant-ops )|^(?:Nord AG|Nora Nord|Planner|ServiceMax|Ines Vogel|PIN|API|HTTP|TypeScript|JSON|URL|Tenant Ops|curl|min|ms|Ctrl K|⌘ K|UTC)$/;

function read(node: Node, path: string, { said, outside }: Texts): void {
  if (node.type === 'CallExpression') {
    const [first, second] = listOf(node['arguments']);
    const called = nameOf(node['callee']);
    if (called === 't') for (const text of literals(first)) said.add(text);
    if (called === 'invalidFieldError') for (const text of literals(second)) note(text);
    if (called === 'verbatim') for (const text of literals(first)) note(text);
  }
  if (node.type === 'Property' && nameOf(node['key']) === 'label')
    for (const text of literals(node['value'])) note(text);
  if (node.type === 'JSXText') note(String(node['value']).trim());
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    for (const child of listOf(node['children']))
      for (const text of literals(child)) note(text.replace('·', '').trim());
  if (node.type === 'JSXOpeningElement') {
    const isText = nameOf(node['name']) === 'T';
    for (const attribute of listOf(node['attributes'])) {
      const name = nameOf(attribute['name']);
      const value = literals(attribute['value']);
      if (isText && name === 'text') for (const text of value) said.add(text);
      else if (SEEN.has(name)) for (const text of value) note(text);
    }
  }

  function note(text: string): void {
    if (!NO_WORDS.test(text)) outside.push(`${path}: ${text}`);
  }
}

/** Lists the texts to which an expression can evaluate. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return listOf(node['quasis']).map(({ value }) => String(Reflect.get(Object(value), 'cooked')));
    case 'ConditionalExpression':
      return [...literals(node['consequent']), ...literals(node['alternate'])];
    case 'LogicalExpression':
      return literals(node['right']);
    case 'JSXExpressionContainer':
      return literals(node['expression']);
    default:
      return [];
  }
}

function nameOf(node: unknown): string {
  if (!isNode(node) || node.type !== 'JSXNamespacedName') return identifierOf(node);
  return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`;
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value : [];
}
