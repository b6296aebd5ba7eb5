import { totpCode, totpStep } from '../../../../src/lib/crypto/totp.ts';
import { adminBrowser } from '../../../support/oauth.ts';
import { drawPng } from '../../../support/pictures.ts';
import type { Tenant, World } from '../../../support/world.ts';
import type { Hands } from './hands.ts';

type Place = { world: World; tenant: Tenant };

const SEAT = { device_name: 'Glasses', roles: ['trainer'] };

/** Addresses belong to one user of the whole installation. */
export function inviteeOf(count: number) {
  const email = `invitee-${count}-${String(Math.random()).slice(2)}@example.com`;
  return { email, full_name: 'Ina Invited', access: 'member' };
}

/** The body that chooses a logo. */
export const LOGO = { logo: drawPng().toString('base64') };

export function accountMakers({ made, next }: Hands, { tenant }: Place) {
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
    invitee: () => made('POST /console/v1/people', 'user_id', { body: inviteeOf(next()) }),
    ownSeat: () => seat({ user_id: tenant.admin_id }),
    pairedSeat: async () => (await tenant.device()).seat_id,
    pairingCode: async () =>
      made('POST /console/v1/seats/pairing', 'code', { query: { seat_id: await seat() } }),
    key: () => made('POST /console/v1/keys', 'id', { body: { name: 'Planner', scopes: ['read:tasks'] } }),
    integration: () => made('POST /console/v1/integrations', 'integration_id', { body: { provider: 'erp' } }),
  };
}

export function signInMakers({ ask, made }: Hands, { world, tenant }: Place) {
  let secret = '';
  return {
    /** The admin may have signed out. */
    signedIn: () => ask('GET /console/v1/me'),
    /** Of the admin, in another browser. */
    signIn: async () => {
      await adminBrowser(world, tenant);
      const { body } = await ask('GET /console/v1/sign-ins');
      return String(body.sign_ins.find(({ is_current }: any) => !is_current).id);
    },
    factorCode: async () => {
      secret = await made('POST /console/v1/second-factor', 'secret');
      return totpCode(secret, totpStep(world.clock.now()));
    },
    /** A code counts once. */
    nextFactorCode: async () => totpCode(secret, totpStep(world.clock.now()) + 1),
  };
}
