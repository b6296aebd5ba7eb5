import { bareRoutesBenchmark } from './bareFastify.ts';
import { authenticationBenchmark, tokenRefreshBenchmark } from './credentials.ts';
import { deepPageBenchmark, firstPageBenchmark } from './lists.ts';
import { listLengthBenchmark } from './sizes.ts';
import { knowledgeSearchBenchmark } from './knowledge.ts';
import { deliveryBenchmark } from './deliveries.ts';
import { httpOverheadBenchmark } from './overhead.ts';
import { memoryBenchmark, startUpBenchmark } from './process.ts';
import type { BenchRow } from './row.ts';
import { taskChangeBenchmark, counterCostBenchmark, taskCreationBenchmark } from './tasks.ts';

/** The rows of `npm run bench`, in this order. */
export const BENCH_ROWS: readonly BenchRow[] = [
  memoryBenchmark,
  bareRoutesBenchmark,
  taskCreationBenchmark,
  counterCostBenchmark,
  firstPageBenchmark,
  deepPageBenchmark,
  listLengthBenchmark,
  taskChangeBenchmark,
  httpOverheadBenchmark,
  authenticationBenchmark,
  tokenRefreshBenchmark,
  knowledgeSearchBenchmark,
  deliveryBenchmark,
  startUpBenchmark,
];
