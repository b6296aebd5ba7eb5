import { resource, type Resource } from '../../doors/declaration.ts';
import { staffOperation } from '../../doors/session.ts';
import { Queues } from './contract.ts';
import { readQueues } from './queues.ts';

const queues = resource(
  '/staff/queues',
  {
    GET: staffOperation({
      summary: 'Show how the queues are',
      answer: Queues,
      handle: (staff) => readQueues(staff),
    }),
  },
  { tag: 'Staff' },
);

export const queuesConsole: readonly Resource[] = [queues];
