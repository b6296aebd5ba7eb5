export { countedList } from './counted.ts';
export { type Counting, COUNTING_CONNECTIONS, openCounting } from './counting.ts';
export { areListsBusy, UNCOUNTED_LISTS } from './fold.ts';
export { rowsOfList } from './sql/ledger.ts';
