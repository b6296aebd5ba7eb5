import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { applyEdit, type Mistake } from './mistakes.ts';

/**
 * A modified copy of a source, stored beside it under another name, so that one run of the tools checks many copies.
 */
type Variant = { file: string; name: string; text: string };
type Finding = { file: string; rule: string; message: string };
type Lint = { diagnostics: { filename: string; code: string; message: string }[] };

/**
 * Findings about the form of a planted mistake. A person who made the mistake would also remove the unused condition
 * or import.
 */
const OF_SPELLING = [
  'TS1313',
  'TS6133',
  'TS6192',
  'TS6196',
  'TS6198',
  'eslint(no-constant-condition)',
  'eslint(no-extra-boolean-cast)',
  'eslint(no-unused-private-class-members)',
  'eslint(no-unused-vars)',
  'eslint(no-useless-catch)',
  'typescript(no-unnecessary-template-expression)',
  'typescript(no-unnecessary-type-conversion)',
  'unicorn(no-useless-spread)',
];
/** The approximate share of mistakes that the checks reject. */
const REFUSED = 0.25;
const MOST_OUTPUT = 1_000_000_000;

const runFile = promisify(execFile);

/** Returns the first mistakes that pass the compiler and the linter; mistakes that those reject need no test. */
export async function selectAccepted(
  root: string,
  files: ReadonlyMap<string, string>,
  drawn: Iterator<Mistake>,
  count: number,
): Promise<Mistake[]> {
  const accepted: Mistake[] = [];
  while (accepted.length < count) {
    const some = takeNext(drawn, Math.ceil((count - accepted.length) / (1 - REFUSED)));
    if (some.length === 0) break;
    const refused = await findRejected(root, files, some);
    accepted.push(...some.filter((mistake) => !refused.has(mistake)));
  }
  return accepted.slice(0, count);
}

/** Finds the mistakes that the checks reject, with the findings that the unmodified file does not have. */
export async function findRejected(
  root: string,
  files: ReadonlyMap<string, string>,
  mistakes: readonly Mistake[],
): Promise<Map<Mistake, string[]>> {
  const planted = mistakes
    .filter(({ rule }) => !rule.startsWith('sql '))
    .map((mistake, at) => ({ mistake, variant: plantBeside(files, mistake, String(at)) }));
  const proofs = planted.flatMap(({ mistake }, at) =>
    mistake.harmless === undefined
      ? []
      : [{ mistake, variant: plantBeside(files, { ...mistake, text: mistake.harmless }, `${at}-proof`) }],
  );
  const originals = [...new Set(planted.map(({ mistake }) => mistake.file))].map((file) =>
    variantOf(file, 'original', readText(files, file)),
  );
  const variants = [...planted, ...proofs].map(({ variant }) => variant);
  const said = await check(root, [...originals, ...variants]);
  const usual = new Map(originals.map((original) => [original.file, said(original)]));
  const findNew = (file: string, variant: Variant) =>
    said(variant).filter((message) => !usual.get(file)?.includes(message));
  const refused = planted.map(({ mistake, variant }) => [mistake, findNew(mistake.file, variant)] as const);
  const harmless: [Mistake, string[]][] = proofs
    .filter(({ mistake, variant }) => findNew(mistake.file, variant).every((message) => !isOfTypes(message)))
    .map(({ mistake }) => [mistake, ['harmless: the spread object cannot have the member']]);
  return new Map([...refused.filter(([, messages]) => messages.length > 0), ...harmless]);
}

/** Only compiler findings decide about a proof, because the linter may reject the form of a proof. */
function isOfTypes(message: string): boolean {
  return message.startsWith('TS');
}

function takeNext(drawn: Iterator<Mistake>, count: number): Mistake[] {
  const some: Mistake[] = [];
  for (let next = drawn.next(); !next.done; next = drawn.next()) {
    some.push(next.value);
    if (some.length === count) break;
  }
  return some;
}

function plantBeside(files: ReadonlyMap<string, string>, mistake: Mistake, which: string): Variant {
  return variantOf(mistake.file, which, applyEdit(readText(files, mistake.file), mistake));
}

function variantOf(file: string, which: string, text: string): Variant {
  return { file, name: file.replace(/\.ts$/, `.variant-${which}.ts`), text };
}

function readText(files: ReadonlyMap<string, string>, file: string): string {
  const text = files.get(file);
  if (text === undefined) throw new Error(`there is no ${file} among the files`);
  return text;
}

/**
 * Checks variants and returns a function for their findings, which name the original file so that they can be
 * compared.
 */
async function check(root: string, variants: readonly Variant[]): Promise<(variant: Variant) => string[]> {
  for (const { name, text } of variants) await writeFile(join(root, name), text);
  try {
    const found = Map.groupBy(await findAll(root), ({ file }) => file);
    return ({ file, name }) =>
      (found.get(name) ?? []).map(({ rule, message }) => `${rule}: ${message.replaceAll(name, file)}`);
  } finally {
    for (const { name } of variants) await rm(join(root, name));
  }
}

async function findAll(root: string): Promise<Finding[]> {
  const [types, lint] = await Promise.all([
    runTool(root, 'tsc', '--pretty', 'false', '--checkers', '1'),
    runTool(root, 'oxlint', '--type-aware', '--format', 'json', 'src'),
  ]);
  const { diagnostics } = JSON.parse(lint) as Lint;
  const errors = types.matchAll(/^(.+?)\(\d+,\d+\): error (TS\d+): (.*)$/gm);
  return [
    ...[...errors].map(([, file = '', rule = '', message = '']) => ({ file, rule, message })),
    ...diagnostics.map(({ filename, code, message }) => ({ file: filename, rule: code, message })),
  ].filter(({ rule }) => !OF_SPELLING.includes(rule));
}

/** Runs a tool. Exit codes 1 and 2 mean findings. */
async function runTool(root: string, name: string, ...flags: string[]): Promise<string> {
  const program = join(root, 'node_modules', '.bin', name);
  const { stdout } = await runFile(program, flags, { cwd: root, maxBuffer: MOST_OUTPUT }).catch(
    (error: { code: unknown; stdout: string }) => {
      if (error.code !== 1 && error.code !== 2) throw error;
      return error;
    },
  );
  return stdout;
}
