export type { Claimed, QueueTable } from './leaseStatements.ts';
export { leasedQueue, type PutBack, type QueueWork, type Result } from './leasedQueue.ts';
export { lockedQueue, type LockedTable } from './lockedQueue.ts';
