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
    file: 'src/features/tasks/history.ts',
    rule: 'default',
    before:
      "pairs.push(['assigned_to', [before.assigned_to?.name ?? null, after.assigned_to?.name ?? null]]);",
    after: "pairs.push(['assigned_to', [before.assigned_to?.name ?? null, after.assigned_to?.name]]);",
    reason: 'JSON writes null for undefined in an array.',
  },
];
