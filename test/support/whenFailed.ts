import { after, afterEach } from 'node:test';

/** Prints an explanation when the calling test fails, or any test of the file or suite that calls it. */
export function explainFailures(explain: () => string | Promise<string>): void {
  const explainFailure = async (context: unknown) => {
    if (isFailed(context)) console.log(await explain());
  };
  afterEach(explainFailure);
  after(explainFailure);
}

function isFailed(context: unknown): boolean {
  return typeof context === 'object' && context !== null && 'passed' in context && context.passed === false;
}
