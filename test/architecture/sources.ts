import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { isNode, visitNodes, type Node } from '../../support/syntaxTree.ts';

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
  /** True if the file awaits something after it has declared a test. */
  waits_late: boolean;
  functions: SourceFunction[];
};

const root = fileURLToPath(new URL('../..', import.meta.url));

const read = new Map<string, Source>();

/** Parses the source files that match the patterns; each file is parsed once. */
export function readSources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: root }).toSorted().map(readFile);
}

function readFile(path: string): Source {
  const source = read.get(path) ?? readSource(path, readFileSync(join(root, path), 'utf8'));
  read.set(path, source);
  return source;
}

/** Reads the tables that the migrations create; partitions count as their table. */
export function readTables(): string[] {
  return globSync('migrations/*.sql', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name));
}

/** Reads the tables whose rows belong to an account. */
export function readAccountTables(): string[] {
  return globSync('migrations/*.sql', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^create table (\w+) \(\n([^]*?)^\)/gm)])
    .flatMap(([, name = '', columns = '']) => (/^ +account_id uuid\b/m.test(columns) ? [name] : []));
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
    ...inspect(program, text),
  };
}

type Found = Pick<Source, 'reads_environment' | 'waits_late' | 'functions'>;

function inspect(program: unknown, text: string): Found {
  const found: Found = { reads_environment: false, waits_late: false, functions: [] };
  let declares_tests = false;
  visitNodes(program, (node, ancestors) => {
    if (isFunction(node) && node['body'] !== null) found.functions.push(describe(node, ancestors, text));
    else if (isEnvironment(node)) found.reads_environment = true;
    else if (ancestors.some(isFunction)) return;
    else if (isTest(node)) declares_tests = true;
    else if (declares_tests && node.type === 'AwaitExpression') found.waits_late = true;
  });
  return found;
}

function describe(node: Node, ancestors: readonly Node[], text: string): SourceFunction {
  const exporting = exportOf(ancestors);
  return {
    name: nameOf(node, ancestors.at(-1)),
    lines: text.slice(node.start, node.end).split('\n').length,
    params: paramsOf(node, text),
    exported: exporting !== undefined,
    above:
      text
        .slice(0, (exporting ?? node).start)
        .trimEnd()
        .split('\n')
        .at(-1) ?? '',
  };
}

/** Returns the export statement of a function, for a declaration or `export const name = () => …`. */
function exportOf(ancestors: readonly Node[]): Node | undefined {
  const between = ['VariableDeclarator', 'VariableDeclaration'];
  const outer = ancestors.findLast(({ type }) => !between.includes(type));
  return outer?.type === 'ExportNamedDeclaration' ? outer : undefined;
}

function isEnvironment(node: Node): boolean {
  const { object, property } = node as { object?: { name?: string }; property?: { name?: string } };
  return node.type === 'MemberExpression' && object?.name === 'process' && property?.name === 'env';
}

function isTest(node: Node): boolean {
  return node.type === 'CallExpression' && (node['callee'] as { name?: string }).name === 'test';
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

/** Returns the names of parameters, including those inside a destructuring. */
function paramsOf(node: Node, text: string): string[] {
  const params = Array.isArray(node['params']) ? node['params'].filter(isNode) : [];
  return params.flatMap((param) => text.slice(param.start, param.end).match(/[a-z_]\w*/gi) ?? []);
}
