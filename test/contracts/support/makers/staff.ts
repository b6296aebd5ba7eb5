import { memberOf } from '../../../support/memberOf.ts';
import { PASSWORD, type Tenant, type World } from '../../../support/world.ts';
import { inviteeOf } from './account.ts';
import type { MakerTools } from './makerTools.ts';

export const DELETION_URL = 'https://93.184.215.14/deletions';

export function staffMakers({ made, next }: MakerTools, { world, tenant }: { world: World; tenant: Tenant }) {
  const { account_id } = tenant;
  return {
    account: async (name?: string) => (await world.account(name)).account_id,
    /** Creates an account whose first admin is invited, and returns both. */
    openedAccount: async () => {
      const { email, full_name } = inviteeOf(next());
      const body = { account_name: `Kunde ${next()}`, email, full_name };
      const user_id = await made('POST /console/v1/staff/accounts', 'user_id', { body });
      const [user] = await world.db<{ account_id: string }[]>`
        select account_id from users where id = ${user_id}`;
      return { account_id: user?.account_id ?? '', user_id };
    },
    /** Invites a staff member. */
    colleague: () => {
      const { email, full_name } = inviteeOf(next());
      return made('POST /console/v1/staff/members', 'user_id', { body: { email, full_name } });
    },
    /** Creates an account with a member in addition to its admin. */
    accountWithMember: async () => {
      const customer = await world.account('Kunde');
      const { email } = await memberOf(customer);
      return { account_id: customer.account_id, email };
    },
    /** Creates an account whose deletion is scheduled. */
    closingAccount: async () => {
      const query = { account_id: (await world.account('Kunde')).account_id };
      await made('POST /console/v1/staff/account/deletion', 'due_at', {
        query,
        body: { name: 'Kunde', current_password: PASSWORD },
      });
      return query.account_id;
    },
    accountWithDeletionEndpoint: () => makeDeletionEndpoint(made, world),
    /** Returns the id of the first admin of an account. */
    adminOf: async (of: string) => {
      const [admin] = await world.db<{ id: string }[]>`
        select id from users where account_id = ${of} and is_admin order by id limit 1`;
      return admin?.id;
    },
    /** Returns the newest mail of the account, an invitation. */
    mail: async () => {
      await made('POST /console/v1/people', 'user_id', { body: inviteeOf(next()) });
      const [mail] = await world.db<{ id: string }[]>`
        select id from mails where account_id = ${account_id} order by id desc limit 1`;
      return { account_id, mail_id: mail?.id ?? '' };
    },
  };
}

export function bundleMakers({ made, next }: MakerTools, { tenant }: { tenant: Tenant }) {
  const { account_id } = tenant;
  const bundle = (contents: object = {}) =>
    made('POST /console/v1/staff/bundles', 'id', {
      // A later bundle has a smaller name, so that the order of creation differs from the order of names.
      body: { name: `Bundle ${9999 - next()} of ${account_id}`, ...contents },
    });
  return {
    bundle,
    /** Prepares the request that allocates a bundle to a seat. */
    givenSeat: async () => {
      const body = { device_name: 'Glasses', roles: ['trainer'] };
      const seat_id = await made('POST /console/v1/seats', 'seat_id', { body });
      return { account_id, bundle_id: await bundle(), seat_ids: [seat_id] };
    },
    /** Allocates another bundle to the account and to another seat. */
    allocationsBeside: async () => {
      const body = { device_name: 'Glasses', roles: ['trainer'] };
      const seat_ids = [await made('POST /console/v1/seats', 'seat_id', { body })];
      const other = { account_id, bundle_id: await bundle() };
      await made('POST /console/v1/staff/allocations', 'allocated', { body: { ...other, seat_ids } });
      await made('POST /console/v1/staff/allocations', 'allocated', { body: other });
      return [seat_ids, other.bundle_id];
    },
    allocation: async () => {
      const body = { account_id, bundle_id: await bundle() };
      await made('POST /console/v1/staff/allocations', 'allocated', { body });
      return body;
    },
  };
}

/** Creates an account with its own deletion endpoint. */
async function makeDeletionEndpoint(made: MakerTools['made'], world: World): Promise<string> {
  const { account_id } = await world.account('Kunde');
  const body = { url: DELETION_URL, secret: 'a secret of the training app' };
  await made('PUT /console/v1/staff/account/deletion-endpoint', 'url', { query: { account_id }, body });
  return account_id;
}
