/* Visits the nodes of syntax trees from oxc-parser, whose types do not allow a generic traversal. */

export type Node = { type: string; start: number; end: number; [member: string]: unknown };

type See = (node: Node, ancestors: readonly Node[]) => void;

/** Calls `see` with every node and its ancestors, outermost first. */
export function visitNodes(value: unknown, see: See, ancestors: Node[] = []): void {
  if (Array.isArray(value)) for (const item of value) visitNodes(item, see, ancestors);
  else if (isNode(value)) {
    see(value, ancestors);
    ancestors.push(value);
    for (const member of Object.values(value)) visitNodes(member, see, ancestors);
    ancestors.pop();
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Returns the name of an identifier, or an empty text for any other node. */
export function identifierOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}
