import type { Equivalent } from './support/mistakes.ts';

/** Mistakes that change nothing: as the report of a run names them, each with the reason. */
export const EQUIVALENTS: Equivalent[] = [];
