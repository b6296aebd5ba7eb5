import { parseSync } from 'oxc-parser';
import { identifierOf, isNode, visitNodes } from '../../support/syntaxTree.ts';
import {
  COMMENT_RULES,
  ENGLISH_RULES,
  GERMAN_RULES,
  KEPT_DOUBLE_NAMES,
  NAME_RULES,
  type Rule,
} from './rules.ts';
import { listTexts } from './texts.ts';

export type Source = { path: string; text: string };
type Kind = 'function' | 'class' | 'type' | 'value';

/** Lists the comments and names that break a rule, as `path:line: text: reason`. */
export function checkSources(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const { program, comments } = parseSync(source.path, source.text);
    const lineAt = (position: number) => source.text.slice(0, position).split('\n').length;
    return [
      ...proseOf(comments).flatMap(({ text, start }) =>
        judge(`${source.path}:${lineAt(start)}`, text, COMMENT_RULES),
      ),
      ...[...namesIn(program)].flatMap((name) => judge(source.path, name, NAME_RULES)),
    ];
  });
}

/** Lists the texts of pages and mails that break a rule. */
export function checkTexts(catalogue: Readonly<Record<string, string>>): string[] {
  return Object.entries(catalogue).flatMap(([english, german]) => [
    ...judge('English', english, ENGLISH_RULES),
    ...judge('German', german, GERMAN_RULES),
  ]);
}

/** Lists texts in pages that are not translated. */
export function checkUntranslated(pages: readonly Source[]): string[] {
  return listTexts(pages).outside.map((text) => `${text}: not in the catalogue: use t`);
}

/**
 * Lists names that are exported as a function in one file and as a type, a class or a value in another. Each package is
 * checked separately: a component of the dashboard may have the name of the record that it shows.
 */
export function checkDoubleNames(sources: readonly Source[]): string[] {
  const packages = Map.groupBy(sources, ({ path }) => path.split('/')[0]);
  return [...packages.values()].flatMap(findDoubleNames);
}

function findDoubleNames(sources: readonly Source[]): string[] {
  const kinds = new Map<string, Map<Kind, string>>();
  for (const { path, text } of sources)
    for (const [name, kind] of exportsOf(parseSync(path, text).program)) {
      const known = kinds.get(name) ?? new Map<Kind, string>();
      kinds.set(name, known.set(kind, known.get(kind) ?? path));
    }
  return [...kinds].flatMap(([name, known]) => {
    const files = new Set(known.values());
    if (!known.has('function') || known.size === 1 || files.size === 1 || KEPT_DOUBLE_NAMES.has(name))
      return [];
    return [
      `${name}: ${[...known].map(([kind, path]) => `${kind} in ${path}`).join(', ')}: one name, one meaning`,
    ];
  });
}

function judge(place: string, text: string, rules: readonly Rule[]): string[] {
  return rules
    .filter(({ pattern }) => pattern.test(text))
    .map(({ reason }) => `${place}: ${text.slice(0, 100)}: ${reason}`);
}

type Comment = { type: string; value: string; start: number; end: number };

/** Extracts the comments for people: consecutive line comments count as one, and directives of tools are omitted. */
function proseOf(comments: readonly Comment[]): { text: string; start: number }[] {
  return comments
    .filter(({ type, start }, at) => {
      const before = comments[at - 1];
      return type === 'Block' || before?.type !== 'Line' || start - before.end > 80;
    })
    .map(({ value, start }) => ({ text: value.replaceAll(/^[\s*]+|\s*\n[\s*]*/g, ' ').trim(), start }))
    .filter(({ text }) => !/^(?:@ts-|oxlint|eslint|knip|https?:|\/)/.test(text));
}

function namesIn(program: unknown): Set<string> {
  const names = new Set<string>();
  visitNodes(program, ({ type, name }) => {
    if (type === 'Identifier' && typeof name === 'string') names.add(name);
  });
  return names;
}

const KINDS: Readonly<Record<string, Kind>> = {
  FunctionDeclaration: 'function',
  ClassDeclaration: 'class',
  TSTypeAliasDeclaration: 'type',
  TSInterfaceDeclaration: 'type',
};

function exportsOf(program: unknown): [name: string, kind: Kind][] {
  const found: [string, Kind][] = [];
  visitNodes(program, ({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return;
    const kind = KINDS[declaration.type];
    if (kind) found.push([identifierOf(declaration['id']), kind]);
    else if (Array.isArray(declaration['declarations']))
      for (const { id } of declaration['declarations']) found.push([identifierOf(id), 'value']);
  });
  return found;
}
