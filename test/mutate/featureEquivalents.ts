import type { Equivalent } from './support/mistakes.ts';

/** Of features; the rest is in `equivalents.ts`. */
export const FEATURE_EQUIVALENTS: Equivalent[] = [1, 3].map((at_once) => ({
  file: 'src/features/tasks/creation.ts',
  rule: 'boundary',
  before: 'at_once: 2,',
  after: `at_once: ${at_once},`,
  reason: 'The next transaction begins some milliseconds later or sooner, with the same tasks.',
}));
