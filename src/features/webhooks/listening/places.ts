import { Limiter } from '../../../lib/concurrency/limiter.ts';

/** Requests that wait in this process: a flood of one account leaves places to others. */
export const listening = new Limiter({ most: 200, most_per_key: () => 5 });
