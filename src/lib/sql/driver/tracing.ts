import { errorCode } from './failures.ts';
import { findSpan } from '../../process/tracing/spans.ts';

/** Runs a statement in a child span if the current request is traced. */
export function traceStatement<T>(text: string, ask: () => Promise<T>): Promise<T> {
  const parent = findSpan();
  if (!parent?.isRecording()) return ask();
  const name = statementSpanName(text);
  const span = parent.startChild(name, 'client', {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
  });
  const answer = ask();
  answer.then(
    () => span.end(),
    (error: unknown) => span.end(errorCode(error) ?? 'failed'),
  );
  return answer;
}

const WRITE = /\b(insert into|(?<!\bfor |\bkey |\bdo )update|delete from|merge into)\s+([a-z_]+)/g;
const FIRST_TABLE = /\bfrom\s+([a-z_]+)/;

/** Returns the commands and tables of a statement, without any values: `insert tasks`, `select users`. */
export function statementSpanName(text: string): string {
  const writes = [...text.matchAll(WRITE)].map(
    ([, verb = '', table = '']) => `${verb.split(' ')[0]} ${table}`,
  );
  if (writes.length > 0) return [...new Set(writes)].join(', ');
  const [, table] = FIRST_TABLE.exec(text) ?? [];
  if (table !== undefined) return `select ${table}`;
  return /^\s*([a-z]+)/.exec(text)?.[1] ?? 'statement';
}
