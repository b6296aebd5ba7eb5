import { operation, waitingOperation } from '../../../doors/credential.ts';
import { groupIntoResources } from '../../../doors/declaration.ts';
import { SigningSecret } from '../endpoints/contract.ts';
import { EventFilter, PolledEvents, LONGEST_WAIT_MS } from './contract.ts';
import { pollEvents, readListeningSecret } from './listening.ts';

/** Time after the wait for the last query and the last check of the key. */
const READING_MS = 5_200;
const tag = { tag: 'Webhooks' };

export const listeningRoutes = groupIntoResources(tag, {
  'GET /events': waitingOperation({
    operation_id: 'listenEvents',
    summary: 'Receive events without a public address',
    description:
      'Returns each event since the cursor once, as a delivery would send it, signed with the secret of ' +
      '`/v1/events/secret`. Send the returned cursor with the next request, also after a lost ' +
      'connection: no event is skipped within the retention time. Up to 5 requests of an account wait at ' +
      'the same time in each process of the service. Further requests are answered immediately.',
    scope: 'manage:webhooks',
    query: EventFilter,
    answer: PolledEvents,
    deadline_ms: LONGEST_WAIT_MS + READING_MS,
    example: { query: { events: 'task.created,task.completed', wait: '0' } },
    handle: (ctx, { query }) => pollEvents(ctx, query),
  }),
  'GET /events/secret': operation({
    operation_id: 'getEventSecret',
    summary: 'Read the signing secret of events received without an address',
    description: 'Each key and each app has its own secret. The secret does not change.',
    scope: 'manage:webhooks',
    answer: SigningSecret,
    is_secret: true,
    handle: async (ctx) => readListeningSecret(ctx),
  }),
});
