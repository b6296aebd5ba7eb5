import { divideIntoProcesses, findFailure, type MutationAttempt } from './attempt.ts';
import { withMistake, type Copy } from './copies.ts';
import type { Edit } from './codeRules.ts';

export type Search = MutationAttempt & { left_out: (test: string) => void };

/**
 * Returns the first test failure that the mistake causes. The failed file runs again without the mistake, and must
 * pass then.
 */
export async function findDetectingTest(
  copy: Copy,
  mistake: Edit & { file: string },
  tests: readonly string[],
  { left_out, ...attempt }: Search,
): Promise<string | undefined> {
  let open = divideIntoProcesses(tests).flat();
  while (open.length > 0) {
    const failed = await withMistake(copy, mistake, () => findFailure(copy, open, attempt));
    if (failed === undefined) return;
    const usual = await findFailure(copy, [failed.file], attempt);
    if (usual === undefined) return failed.said;
    left_out(failed.file);
    open = open.slice(open.indexOf(failed.file) + 1);
  }
}
