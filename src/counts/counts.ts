export { defineCountedList } from './counted.ts';
export { type CountingJobs, COUNTING_CONNECTIONS, createCountingJobs } from './counting.ts';
export { busyListsCondition, UNCOUNTED_LIST_QUEUE } from './rollUp.ts';
export { rowCountOfList } from './sql/ledger.ts';
