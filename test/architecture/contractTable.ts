import { existsSync, readFileSync } from 'node:fs';

/** A test as a row names it: its file below test/, and its name. */
export type Named = { file: string; name: string };

const NAMED = /`([\w/.-]+)`: `([^`]+)`/g;
const DECLARED = /\b(?:test|fresh)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

/** The rows of every table: a sentence, and where it is tested. */
export function readRows(table: string): { promise: string; tests: Named[] }[] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:-|Promise )/.test(line))
    .map((line) => {
      const [, promise = '', tests = ''] = line.split(/(?<!\\)\|/);
      const named = [...tests.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name }));
      return { promise: promise.trim(), tests: named };
    });
}

/** What is wrong with a row's name of a test; undefined where the test is there. */
export function faultOf({ file, name }: Named): string | undefined {
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return `${path} is missing`;
  return isDeclared(readFileSync(path, 'utf8'), name) ? undefined : `${path} has no test “${name}”`;
}

/** A name that is put together in a loop is found by its fixed parts, and by the words that fill it. */
export function isDeclared(text: string, name: string): boolean {
  return [...text.matchAll(DECLARED)].some(([, single, double, template]) => {
    if (template === undefined) return (single ?? double ?? '').replaceAll(/\\(.)/g, '$1') === name;
    return (
      template === name || fillings(template, name).some((words) => words.every((one) => text.includes(one)))
    );
  });
}

/** The words that stand in the gaps of a template, if it makes this name. */
function fillings(template: string, name: string): string[][] {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part));
  const [, ...words] = new RegExp(`^${fixed.join('(.+?)')}$`).exec(name) ?? [];
  return fixed.length > 1 && words.length > 0 ? [words] : [];
}
