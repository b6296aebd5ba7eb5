import type { Equivalent } from './support/mistakes.ts';

/** Mistakes that change nothing: as the report of a run names them, each with the reason. */
export const EQUIVALENTS: Equivalent[] = [
  {
    file: 'src/doors/door.ts',
    rule: 'condition',
    before: "if (!known?.run) throw new Error('a request reached its verb without a caller');",
    after: "if (false) throw new Error('a request reached its verb without a caller');",
    reason: 'Every operation identifies its caller first; the check is for the compiler.',
  },
  {
    file: 'src/features/signin/secondFactorPages.ts',
    rule: 'condition',
    before: 'if (!(error instanceof Failure)) throw error;',
    after: 'if (false) throw error;',
    reason: 'Another error has neither code, and is thrown below; the check is for the compiler.',
  },
  {
    file: 'src/features/signin/linkPages.ts',
    rule: 'condition',
    before: 'if (!(error instanceof Failure)) throw error;',
    after: 'if (false) throw error;',
    reason: 'Another error has neither code, and is thrown below; the check is for the compiler.',
  },
  {
    file: 'src/features/knowledge/sql/search.ts',
    rule: 'sql order',
    before: 'order by best.score desc, best.document_id, best.position`;',
    after: 'order by best.score asc, best.document_id, best.position`;',
    reason: 'What is found is sorted by its score again, together with what the platform gives.',
  },
  {
    file: 'src/features/tasks/history.ts',
    rule: 'default',
    before:
      "pairs.push(['assigned_to', [before.assigned_to?.name ?? null, after.assigned_to?.name ?? null]]);",
    after: "pairs.push(['assigned_to', [before.assigned_to?.name ?? null, after.assigned_to?.name]]);",
    reason: 'JSON writes null for undefined in an array.',
  },
  {
    file: 'src/features/webhooks/sql/apps.ts',
    rule: 'sql condition',
    before: 'and endpoint.grant_id is not null',
    after: '',
    reason: 'It is equal to the id of a grant; the condition is that of the index.',
  },
  {
    file: 'src/features/connections/queries.ts',
    rule: 'sql condition',
    before: 'and endpoint.grant_id is not null',
    after: '',
    reason: 'It is equal to the id of a grant; the condition is that of the index.',
  },
  {
    file: 'src/features/requests/members.ts',
    rule: 'comparison',
    before: 'for (let at = 0; at < pieces.length; at++) {',
    after: 'for (let at = 0; at <= pieces.length; at++) {',
    reason: 'Behind the last piece there is an empty one, which adds nothing.',
  },
  {
    file: 'src/lib/batches.ts',
    rule: 'condition',
    before: 'if (batch.length === 1 && first !== undefined) return onRefused(first, error);',
    after: 'if (batch.length === 1) return onRefused(first, error);',
    reason: 'A batch of one has a first item; the check is for the compiler.',
  },
  {
    file: 'src/lib/images/jpeg.ts',
    rule: 'fields',
    before: 'return { ...size, parts: [...parts, bytes.subarray(from - 2, from)] };',
    after: 'return { parts: [...parts, bytes.subarray(from - 2, from)], ...size };',
    reason: 'A size has no parts, and members are read by name.',
  },
  {
    file: 'src/lib/sql/statement.ts',
    rule: 'default',
    before: "values.map((value, at) => composeValue(value, strings[at] ?? '')),",
    after: 'values.map((value, at) => composeValue(value, strings[at])),',
    reason: 'A template has a text before each value; the default is for the compiler.',
  },
  {
    file: 'src/lib/net/guard.ts',
    rule: 'boundary',
    before: 'return [address, bits === undefined ? address.toByteArray().length * 8 : Number(bits)];',
    after: 'return [address, bits === undefined ? address.toByteArray().length * 9 : Number(bits)];',
    reason: 'Behind the last byte of two addresses there is nothing that could differ.',
  },
  {
    file: 'src/features/requests/recorder.ts',
    rule: 'fields',
    before: '...seen, id: newId(at),',
    after: 'id: newId(at), ...seen,',
    reason: 'What is seen of a request has no id of its own.',
  },
  {
    file: 'src/features/webhooks/sending/sender.ts',
    rule: 'comparison',
    before: 'while (openOf(parts) > 0 && performance.now() < until) {',
    after: 'while (openOf(parts) > 0 && performance.now() <= until) {',
    reason: 'The time is a fraction of a microsecond, and the next look is twenty milliseconds later.',
  },
  {
    file: 'src/features/webhooks/sending/claiming.ts',
    rule: 'constant',
    before: 'const state: State = { is_stopping: false, has_left: false };',
    after: 'const state: State = { is_stopping: false, has_left: true };',
    reason: 'The first claim sets it, before anything else can run.',
  },
  ...sizesOf('src/counts/fold.ts', 'MOST', '10_000'),
  ...sizesOf('src/features/knowledge/documents.ts', 'AT_ONCE', '200'),
  ...sizesOf('src/features/knowledge/reading.ts', 'AT_ONCE', '200'),
  ...sizesOf('src/features/skills/executions/sweeper.ts', 'AT_ONCE', '100'),
];

/** Of batches that are taken until nothing is left. */
function sizesOf(file: string, name: string, size: string): Equivalent[] {
  const number = Number(size.replaceAll('_', ''));
  return [number - 1, number + 1].map((other) => ({
    file,
    rule: 'boundary',
    before: `const ${name} = ${size};`,
    after: `const ${name} = ${other};`,
    reason: 'All of it is done, in a batch more or less.',
  }));
}
