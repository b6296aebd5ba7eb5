import type { TestEvent } from 'node:test/reporters';

/** What a process of tests tells of them, as soon as each has ended. */
export type Told = { name: string; is_file: boolean; passed: boolean; duration_ms: number; error: string };

/** A reporter that tells the process which started the tests. */
export default async function* tell(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:complete') continue;
    const { name, nesting, details } = event.data;
    const error = details.error?.cause ?? details.error;
    process.send?.({
      name,
      is_file: nesting === 0,
      passed: details.passed,
      duration_ms: details.duration_ms,
      error: error === undefined ? '' : String(error),
    } satisfies Told);
  }
  yield '';
}
