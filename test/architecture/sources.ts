import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

type SourceFunction = {
  name: string;
  lines: number;
  params: string[];
  exported: boolean;
  above: string;
};
export type Source = {
  path: string;
  text: string;
  lines: number;
  imports: string[];
  reads_environment: boolean;
  /** Whether it waits for something once it has declared a test. */
  waits_late: boolean;
  functions: SourceFunction[];
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every source file below the given globs, read by a real parser. */
export function readSources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: root })
    .toSorted()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

/** The tables that the migrations make; a partition is its table. */
export function readTables(): string[] {
  return globSync('migrations/*.sql', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name));
}

export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const specifiers = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map((one) =>
      text.slice(one.moduleRequest.start, one.moduleRequest.end).replaceAll(/['"]/g, ''),
    ),
  ];
  const imports = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(path), specifier)));
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports,
    reads_environment: readsEnvironment(program),
    waits_late: waitsLate(program),
    functions: listFunctions(program, text),
  };
}

type Node = { type: string; start: number; end: number; [member: string]: unknown };

function listFunctions(program: unknown, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  visit(program, (node, ancestors) => {
    if (!isFunction(node) || node['body'] === null) return;
    const exporting = exportOf(ancestors);
    found.push({
      name: nameOf(node, ancestors[0]),
      lines: text.slice(node.start, node.end).split('\n').length,
      params: paramsOf(node, text),
      exported: exporting !== undefined,
      above:
        text
          .slice(0, (exporting ?? node).start)
          .trimEnd()
          .split('\n')
          .at(-1) ?? '',
    });
  });
  return found;
}

/** The export that a function is the value of, as a declaration or as `export const name = () => …`. */
function exportOf(ancestors: Node[]): Node | undefined {
  const between = ['VariableDeclarator', 'VariableDeclaration'];
  const outer = ancestors.find(({ type }) => !between.includes(type));
  return outer?.type === 'ExportNamedDeclaration' ? outer : undefined;
}

function readsEnvironment(program: unknown): boolean {
  let reads = false;
  visit(program, (node) => {
    const { object, property } = node as { object?: { name?: string }; property?: { name?: string } };
    if (node.type === 'MemberExpression' && object?.name === 'process' && property?.name === 'env')
      reads = true;
  });
  return reads;
}

function waitsLate(program: unknown): boolean {
  let declared = false;
  let waits = false;
  visit(program, (node, ancestors) => {
    if (ancestors.some(isFunction)) return;
    if (declared && node.type === 'AwaitExpression') waits = true;
    const { callee } = node as { callee?: { name?: string } };
    if (node.type === 'CallExpression' && callee?.name === 'test') declared = true;
  });
  return waits;
}

/** Shows every node with its ancestors, the nearest first. */
function visit(value: unknown, see: (node: Node, ancestors: Node[]) => void, ancestors: Node[] = []): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see, ancestors);
  else if (isNode(value)) {
    see(value, ancestors);
    for (const member of Object.values(value)) visit(member, see, [value, ...ancestors]);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isFunction({ type }: Node): boolean {
  return (
    type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
  );
}

function nameOf(node: Node, parent: Node | undefined): string {
  const named = [node['id'], parent?.['id'], parent?.['key']].find((one) => isNode(one) && 'name' in one);
  return isNode(named) ? String(named['name']) : '(anonymous)';
}

/** Names of parameters, those inside a destructured one included. */
function paramsOf(node: Node, text: string): string[] {
  const params = Array.isArray(node['params']) ? node['params'].filter(isNode) : [];
  return params.flatMap((param) => text.slice(param.start, param.end).match(/[a-z_]\w*/gi) ?? []);
}
