export type { ClaimedItem, QueueTable } from './leaseStatements.ts';
export type { PutBackResult, QueueDependencies, QueueItemResult } from './declaration.ts';
export { leasedQueue } from './leasedQueue.ts';
export { lockedQueue, type LockedTable } from './lockedQueue.ts';
