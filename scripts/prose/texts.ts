import { parseSync } from 'oxc-parser';
import { identifierOf, isNode, visitNodes, type Node } from '../../support/syntaxTree.ts';

type Source = { path: string; text: string };

export type Texts = {
  /** The keys of `t` and `<T>`. */
  said: Set<string>;
  /** What `plural` counts, by its word for one. */
  plurals: Set<string>;
  /** What readers would see in English whatever their language. */
  outside: string[];
};

export function listTexts(sources: readonly Source[]): Texts {
  const texts: Texts = { said: new Set(), plurals: new Set(), outside: [] };
  for (const { path, text } of sources)
    visitNodes(parseSync(path, text).program, (node) => read(node, path, texts));
  return texts;
}

/** Attributes that people read, or hear from a screen reader. */
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
/** Examples and names that are the same in every language. */
const NO_WORDS =
  /^[^A-Za-z]*$|^[a-z]$|^203\.0|^t[a-z]{2}_…$|@example\.com|^(?:https?:|X-|tenant-ops )|^(?:Nord AG|Nora Nord|Planner|ServiceMax|Ines Vogel|PIN|API|JSON|URL|Tenant Ops|curl|min|ms|Ctrl K|⌘ K|UTC)$/;

function read(node: Node, path: string, { said, plurals, outside }: Texts): void {
  if (node.type === 'CallExpression') {
    const [first, second] = listOf(node['arguments']);
    const called = nameOf(node['callee']);
    if (called === 't') for (const text of literals(first)) said.add(text);
    if (called === 'invalidField') for (const text of literals(second)) note(text);
    if (called === 'plural') for (const text of literals(second)) plurals.add(text);
  }
  if (node.type === 'JSXText') note(String(node['value']).trim());
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

/** The texts that an expression may be. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return listOf(node['quasis']).map(({ value }) => String(Reflect.get(Object(value), 'cooked')));
    case 'ConditionalExpression':
      return [...literals(node['consequent']), ...literals(node['alternate'])];
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
