import { operation, waitingOperation } from '../../../doors/credential.ts';
import { resource, type Resource } from '../../../doors/declaration.ts';
import { SigningSecret } from '../endpoints/contract.ts';
import { EventFilter, ListenedEvents, LONGEST_WAIT_MS } from './contract.ts';
import { listenEvents, readListeningSecret } from './listening.ts';

/** The time for the last read and the last check of the key. */
const READING_MS = 5_200;
const tag = { tag: 'Webhooks' };

const events = resource(
  '/events',
  {
    GET: waitingOperation({
      operation_id: 'listenEvents',
      summary: 'Receive events without a public address',
      description:
        'Every event since the cursor of the answer before, once, each as a delivery would bring it and signed with ' +
        'the secret of `/v1/events/secret`. Ask again with the new cursor, also after a lost connection: nothing is ' +
        'left out as long as events are kept. An account waits with 5 requests at a time in each process of the ' +
        'service; one more is answered at once.',
      scope: 'manage:webhooks',
      query: EventFilter,
      answer: ListenedEvents,
      deadline_ms: LONGEST_WAIT_MS + READING_MS,
      example: { query: { events: 'task.created,task.completed', wait: '0' } },
      handle: (ctx, { query }) => listenEvents(ctx, query),
    }),
  },
  tag,
);

const secret = resource(
  '/events/secret',
  {
    GET: operation({
      operation_id: 'getEventSecret',
      summary: 'Read the signing secret of events received without an address',
      description: 'It belongs to the key or app that asks, and stays the same.',
      scope: 'manage:webhooks',
      answer: SigningSecret,
      is_secret: true,
      handle: async (ctx) => readListeningSecret(ctx),
    }),
  },
  tag,
);

export const listeningRoutes: readonly Resource[] = [events, secret];
