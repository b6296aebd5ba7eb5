import { totpCode, totpStep } from '../../../../src/lib/crypto/totp.ts';
import { consoleOf } from '../../../../support/console.ts';
import { memberOf } from '../../../support/memberOf.ts';
import { adminBrowser } from '../../../support/oauth.ts';
import { drawPng } from '../../../support/pictures.ts';
import type { Tenant, World } from '../../../support/world.ts';
import type { MakerTools } from './makerTools.ts';

type Place = { world: World; tenant: Tenant };

const SEAT = { device_name: 'Glasses', roles: ['trainer'] };

/** The address is random, because an address is unique in the whole installation. */
export function inviteeOf(count: number) {
  const email = `invitee-${count}-${String(Math.random()).slice(2)}@example.com`;
  return { email, full_name: 'Ina Invited', access: 'member' };
}

/** A request body with a logo. */
export const LOGO = { logo: drawPng().toString('base64') };

export function accountMakers({ made, next }: MakerTools, { world, tenant }: Place) {
  const seat = (changes: object = {}) =>
    made('POST /console/v1/seats', 'seat_id', { body: { ...SEAT, ...changes } });
  return {
    seat,
    logo: () => made('PUT /console/v1/account/logo', 'logo', { body: LOGO }),
    user: (full_name?: string) => tenant.user(full_name),
    inactiveUser: async () => {
      const user_id = await tenant.user();
      await made('PATCH /console/v1/people', 'changed', { query: { user_id }, body: { status: 'inactive' } });
      return user_id;
    },
    /** Creates a member who has a seat, a task, a second browser and a second factor. */
    coworker: async () => {
      const browser = await consoleOf(world, await memberOf(tenant));
      await browser.post('/second-factor');
      const id = (await browser.get('/me')).body.user.id;
      await made('POST /console/v1/tasks', 'id', { body: { title: 'Check', assigned_to: id } });
      await seat({ user_id: id });
      return id;
    },
    invitee: () => made('POST /console/v1/people', 'user_id', { body: inviteeOf(next()) }),
    ownSeat: () => seat({ user_id: tenant.admin_id }),
    pairedSeat: async () => (await tenant.device()).seat_id,
    pairingCode: async () =>
      made('POST /console/v1/seats/pairing', 'code', { query: { seat_id: await seat() } }),
    key: () => made('POST /console/v1/keys', 'id', { body: { name: 'Planner', scopes: ['read:tasks'] } }),
    integration: () => made('POST /console/v1/integrations', 'integration_id', { body: { provider: 'erp' } }),
  };
}

export function signInMakers({ ask, made }: MakerTools, { world, tenant }: Place) {
  let secret = '';
  return {
    /** Signs the admin in again if an earlier act signed the admin out. */
    signedIn: () => ask('GET /console/v1/me'),
    /** Signs the admin in with a second browser and returns that sign-in. */
    signIn: async () => {
      await adminBrowser(world, tenant);
      const { body } = await ask('GET /console/v1/sign-ins');
      return String(body.sign_ins.find(({ is_current }: any) => !is_current).id);
    },
    factorCode: async () => {
      secret = await made('POST /console/v1/second-factor', 'secret');
      return totpCode(secret, totpStep(world.clock.now()));
    },
    /** The code of the next time step, because each code is valid once. */
    nextFactorCode: async () => totpCode(secret, totpStep(world.clock.now()) + 1),
  };
}
