import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lexer, type Tokens } from 'marked';
import { promisify } from 'node:util';

/** A code block of a guide: its language, its name, and the answer shown below it. */
export type Sample = { kind: string; name: string; code: string; answer?: unknown };

export function samplesOf(markdown: string): Sample[] {
  const blocks = lexer(markdown).filter((token): token is Tokens.Code => token.type === 'code');
  return blocks.map(({ lang = '', text }, at) => {
    const [kind = '', name = ''] = lang.split(' ');
    const next = blocks[at + 1];
    const answer =
      next?.lang === 'json' && kind !== 'json' ? { answer: JSON.parse(next.text) as unknown } : {};
    return { kind, name, code: text, ...answer };
  });
}

const BETWEEN = '\n--- next ---\n';
const run = promisify(execFile);

/** Runs the shell blocks in one shell, so that they share variables, and returns the output of each. */
export async function runInShell(
  samples: readonly Sample[],
  variables: Record<string, string>,
): Promise<string[]> {
  const script = samples.map(({ code }) => code).join(`\nprintf '${BETWEEN.replaceAll('\n', '\\n')}'\n`);
  const { stdout } = await run('sh', ['-eu', '-c', script], { env: { ...process.env, ...variables } });
  return stdout.split(BETWEEN);
}

/** Runs a sample as a function with these variables, and returns the variables that it creates. */
export async function runSample(
  { code }: Sample,
  given: Record<string, unknown>,
  made: readonly string[],
): Promise<Record<string, unknown>> {
  const body = code.replaceAll(
    /^import (\{[^}]*\}) from '([^']*)';$/gm,
    (_, names: string, from: string) => `const ${names} = await import('${from}');`,
  );
  const source = `${body}\nreturn { ${made.join(', ')} };`;
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const work = new AsyncFunction(...Object.keys(given), source) as (...values: unknown[]) => Promise<unknown>;
  return (await work(...Object.values(given))) as Record<string, unknown>;
}

/** Values that change with each run, such as ids, times and tokens; any value of the same kind matches. */
const CHANGING: readonly RegExp[] = [
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^t[a-z]{2}_/,
];

/** Asserts that an answer matches the shown one: equal members, and equal values except those that change. */
export function assertOutputAsShown(answer: unknown, shown: unknown, where = 'answer'): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(answer), where);
    assert.equal(answer.length, shown.length, where);
    for (const [at, one] of shown.entries()) assertOutputAsShown(answer[at], one, `${where}[${at}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof answer === 'object' && answer !== null, where);
    assert.deepEqual(Object.keys(answer).toSorted(), Object.keys(shown).toSorted(), where);
    for (const [name, one] of Object.entries(shown))
      assertOutputAsShown(Object.entries(answer).find(([own]) => own === name)?.[1], one, `${where}.${name}`);
  } else {
    const kind = typeof shown === 'string' && CHANGING.find((pattern) => pattern.test(shown));
    if (kind) assert.match(String(answer), kind, where);
    else assert.deepEqual(answer, shown, where);
  }
}
