/* Walks the syntax trees of oxc-parser, whose members are not typed for a walk over any node. */

export type Node = { type: string; start: number; end: number; [member: string]: unknown };

type See = (node: Node, ancestors: readonly Node[]) => void;

/** Shows every node with its ancestors, the nearest last. */
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

/** The name of an identifier; empty for anything else. */
export function identifierOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}
