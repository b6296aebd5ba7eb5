import { listEndpoints } from '../src/features/webhooks/endpoints/endpoints.ts';
import { revealEndpointSecret } from '../src/features/webhooks/endpoints/secrets.ts';
import { listDeliveries, retryDelivery } from '../src/features/webhooks/log/deliveries.ts';
import { DELIVERY_STATES, EVENT_ID_PATTERN } from '../src/features/webhooks/log/contract.ts';
import { startRetryJob } from '../src/features/webhooks/log/retries.ts';
import { UsageFault } from '../src/lib/process/flags.ts';
import { webhookReasons } from '../src/features/webhooks/reasons.ts';
import { bareEventId } from '../src/lib/ids.ts';
import { contextIn, command } from './command.ts';
import { ACCOUNT_FLAG, idFlag, choiceFlag, optionalFlag, textFlag, timeFlag } from './flags.ts';

const EVENT_ID = {
  minLength: 36,
  maxLength: 40,
  pattern: EVENT_ID_PATTERN,
  rule: webhookReasons.event_id,
};

export const webhookCommands = [
  command('webhook secret', {
    about: 'Shows the signing secret of an endpoint, and the scheduled one',
    flags: { account: ACCOUNT_FLAG, endpoint: idFlag('E', 'The endpoint') },
    run: async (operator, { account, endpoint }) => {
      const { secret, next } = await revealEndpointSecret(await contextIn(operator, account), endpoint);
      return { secret, ...(next && { next_secret: next.secret, switches_at: next.switches_at }) };
    },
  }),
  command('webhook list', {
    about: 'Lists the endpoints of the account, without those of apps',
    flags: { account: ACCOUNT_FLAG },
    run: async (operator, { account }) => ({
      endpoints: await listEndpoints(await contextIn(operator, account)),
    }),
  }),
  command('webhook deliveries', {
    about: 'Lists the newest 100 deliveries',
    flags: {
      account: ACCOUNT_FLAG,
      endpoint: optionalFlag(idFlag('E', 'Only to this endpoint')),
      state: optionalFlag(choiceFlag(DELIVERY_STATES, 'Only in this state')),
    },
    run: async (operator, { account, endpoint, state }) => {
      const filter = {
        ...(endpoint && { endpoint_id: endpoint }),
        ...(state && { state }),
        limit: 100,
        offset: 0,
      };
      const { deliveries, has_more, searched_to } = await listDeliveries(
        await contextIn(operator, account),
        filter,
      );
      return { deliveries, has_more, searched_to };
    },
  }),
  command('webhook retry', {
    about: 'Retries one delivery (--event), or all deliveries that failed since a time (--since)',
    flags: {
      account: ACCOUNT_FLAG,
      endpoint: optionalFlag(idFlag('E', 'The endpoint; without it, --since applies to all endpoints')),
      event: optionalFlag(textFlag('EVENT', 'The id of the event, as deliveries show it', EVENT_ID)),
      since: optionalFlag(timeFlag('T', 'All failed deliveries of events since this time')),
    },
    run: async (operator, { account, endpoint, event, since }) => {
      const ctx = await contextIn(operator, account);
      if (endpoint !== undefined && event !== undefined && since === undefined) {
        return retryDelivery(ctx, { endpoint_id: endpoint, event_id: bareEventId(event) });
      }
      if (since === undefined || event !== undefined) {
        throw new UsageFault('webhook retry takes either --endpoint and --event, or --since');
      }
      const { id, total } = await startRetryJob(ctx, { since, ...(endpoint && { endpoint_id: endpoint }) });
      return { id, total };
    },
  }),
];
