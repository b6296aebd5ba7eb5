import { serve } from '../../doors/signIn.ts';
import { queuesApi } from './contract.ts';
import { readQueues } from './queues.ts';

export const queuesConsole = serve(queuesApi, {
  'GET /staff/queues': (staff) => readQueues(staff),
});
