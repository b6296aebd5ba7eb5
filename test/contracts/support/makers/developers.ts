import type { Browser } from '../../../../support/browser.ts';
import { adminBrowser, connectApp, makeApp, type TestApp, type Tokens } from '../../../support/oauth.ts';
import type { Tenant, World } from '../../../support/world.ts';
import { LOGO } from './account.ts';
import type { MakerTools } from './makerTools.ts';

export const HOOK = { url: 'https://8.8.8.8/hook', events: ['task.created'] };
export const APP = { name: 'Planner', redirect_uris: ['https://a.example/cb'], scopes: ['read:tasks'] };

type Delivery = { endpoint_id: string; event_id: string };

export function developerMakers(
  { made, next }: MakerTools,
  { world, tenant }: { world: World; tenant: Tenant },
) {
  let browser: Promise<Browser> | undefined;
  const endpoint = (changes: object = {}) =>
    made('POST /console/v1/endpoints', 'id', { body: { ...HOOK, ...changes } });
  const delivery = async (): Promise<Delivery> => {
    const endpoint_id = await endpoint();
    const sent = { query: { endpoint_id }, body: {} };
    return { endpoint_id, event_id: await made('POST /console/v1/endpoints/test', 'event_id', sent) };
  };
  const app = () =>
    made('POST /console/v1/apps', 'client_id', { body: { ...APP, name: `Planner ${next()}` } });
  return {
    endpoint,
    delivery,
    app,
    /** Creates failed deliveries of the same endpoint and of the same event. */
    deliveriesBeside: async ({ endpoint_id, event_id }: Delivery) => {
      const sent = { query: { endpoint_id }, body: {} };
      const other = await made('POST /console/v1/endpoints/test', 'event_id', sent);
      await failDelivery(world, { endpoint_id, event_id: other });
      const resent = { query: { endpoint_id, event_id }, body: { endpoint_id: await endpoint() } };
      await made('POST /console/v1/delivery/resend', 'event_id', resent);
      await failDelivery(world, { ...resent.body, event_id });
      return [other, resent.body];
    },
    failedDelivery: async () => failDelivery(world, await delivery()),
    pausedEndpoint: async () => {
      const query = { endpoint_id: await endpoint() };
      return made('POST /console/v1/endpoints/pause', 'id', { query });
    },
    rotatingEndpoint: async () => {
      const endpoint_id = await endpoint();
      const body = { switches_at: '9999-01-01T00:00:00.000Z' };
      await made('POST /console/v1/endpoints/rotate', 'secret', { query: { endpoint_id }, body });
      return endpoint_id;
    },
    failingEndpoint: async () => {
      const id = await endpoint();
      await world.db`update webhook_endpoints set failure_count = 3 where id = ${id}`;
      return id;
    },
    appWithLogo: async () =>
      made('PUT /console/v1/app/logo', 'client_id', { query: { client_id: await app() }, body: LOGO }),
    submittedApp: async () =>
      made('POST /console/v1/apps/review', 'client_id', { query: { client_id: await app() } }),
    connection: async (): Promise<TestApp & Tokens> => {
      const connected = await makeApp(world, tenant);
      browser ??= adminBrowser(world, tenant);
      return { ...connected, ...(await connectApp(world, await browser, connected)) };
    },
  };
}

/** Writes a delivery as the sender does after the third failed attempt. */
async function failDelivery({ db, clock }: World, delivery: Delivery): Promise<Delivery> {
  const { endpoint_id, event_id } = delivery;
  await db`delete from webhook_queue where endpoint_id = ${endpoint_id} and event_id = ${event_id}`;
  await db`
    update webhook_deliveries
    set state = 'failed', attempts = 3, settled_at = ${clock.now()}, failed_at = ${clock.now()}
    where endpoint_id = ${endpoint_id}
      and event_id = ${event_id}`;
  return delivery;
}
