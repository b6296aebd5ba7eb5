import type { TestEvent } from 'node:test/reporters';

/** The message that a test process sends when a test has ended. */
export type ReportedTest = { name: string; is_file: boolean; passed: boolean };

/** A test reporter that sends each result to the parent process. */
export default async function* tell(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:complete') continue;
    const { name, nesting, details } = event.data;
    process.send?.({
      name,
      is_file: nesting === 0,
      passed: details.passed,
    } satisfies ReportedTest);
  }
  yield '';
}
