import type { TestEvent } from 'node:test/reporters';

/** What a process of tests tells of them, as soon as each has ended. */
export type Told = { name: string; is_file: boolean; passed: boolean };

/** A reporter that tells the process which started the tests. */
export default async function* tell(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:complete') continue;
    const { name, nesting, details } = event.data;
    process.send?.({
      name,
      is_file: nesting === 0,
      passed: details.passed,
    } satisfies Told);
  }
  yield '';
}
