import { after, afterEach } from 'node:test';

/** Prints what explains a failure, when a test failed: one of those that share this, or the one that it is called in. */
export function whenFailed(explain: () => string | Promise<string>): void {
  const explainFailure = async (context: unknown) => {
    if (isFailed(context)) console.log(await explain());
  };
  afterEach(explainFailure);
  after(explainFailure);
}

function isFailed(context: unknown): boolean {
  return typeof context === 'object' && context !== null && 'passed' in context && context.passed === false;
}
