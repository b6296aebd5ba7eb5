import { existsSync, readFileSync } from 'node:fs';

/** A test as named in a row of the table: its file below test/, and its name. */
export type TestReference = { file: string; name: string };

const NAMED = /`([\w/.-]+)`: `([^`]+)`/g;
const DECLARED = /\b(?:test|fresh)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

/** Reads the rows of all tables: a sentence of the contract, and its tests. */
export function readRows(table: string): { promise: string; tests: TestReference[] }[] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:-|Promise )/.test(line))
    .map((line) => {
      const [, promise = '', tests = ''] = line.split(/(?<!\\)\|/);
      const named = [...tests.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name }));
      return { promise: promise.trim(), tests: named };
    });
}

/** Returns the error in a reference to a test; undefined if the test exists. */
export function faultOf({ file, name }: TestReference): string | undefined {
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return `${path} is missing`;
  return isDeclared(readFileSync(path, 'utf8'), name) ? undefined : `${path} has no test “${name}”`;
}

/**
 * True if a text declares a test with this name. A name composed in a loop is found by the fixed parts of its
 * template; the words in the gaps must also occur in the text.
 */
export function isDeclared(text: string, name: string): boolean {
  return [...text.matchAll(DECLARED)].some(([, single, double, template]) => {
    if (template === undefined) return (single ?? double ?? '').replaceAll(/\\(.)/g, '$1') === name;
    return (
      template === name || fillings(template, name).some((words) => words.every((one) => text.includes(one)))
    );
  });
}

/** Returns the words in the gaps of a template that gives this name; empty if it does not. */
function fillings(template: string, name: string): string[][] {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part));
  const [, ...words] = new RegExp(`^${fixed.join('(.+?)')}$`).exec(name) ?? [];
  return fixed.length > 1 && words.length > 0 ? [words] : [];
}
