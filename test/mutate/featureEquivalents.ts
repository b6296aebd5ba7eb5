import type { Equivalent } from './support/mistakes.ts';

const TASK_CREATION = 'src/features/tasks/creation.ts';

/** Equivalents in features; all others are in `equivalents.ts`. */
export const FEATURE_EQUIVALENTS: Equivalent[] = [
  ...[1, 3].map((at_once) => ({
    file: TASK_CREATION,
    rule: 'boundary',
    before: 'at_once: 2,',
    after: `at_once: ${at_once},`,
    reason: 'The next transaction begins some milliseconds later or sooner, with the same tasks.',
  })),
  {
    file: TASK_CREATION,
    rule: 'boundary',
    before: 'if (assignable.length === 0) return [];',
    after: 'if (assignable.length === 1) return [];',
    reason: 'The only task is then created alone.',
  },
];
