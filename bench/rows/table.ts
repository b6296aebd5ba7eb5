import { bareRoutes } from './bareFastify.ts';
import { authenticate, refreshTokens } from './credentials.ts';
import { listDeep, listFirst } from './lists.ts';
import { listSizes } from './sizes.ts';
import { searchLibrary } from './knowledge.ts';
import { deliver } from './deliveries.ts';
import { overhead } from './overhead.ts';
import { memory, startUp } from './process.ts';
import type { BenchRow } from './row.ts';
import { changeTasks, countersCost, createTasks } from './tasks.ts';

/** The rows of `npm run bench`, in this order. */
export const ROWS: readonly BenchRow[] = [
  memory,
  bareRoutes,
  createTasks,
  countersCost,
  listFirst,
  listDeep,
  listSizes,
  changeTasks,
  overhead,
  authenticate,
  refreshTokens,
  searchLibrary,
  deliver,
  startUp,
];
