import { memberOf } from '../../../support/members.ts';
import type { Tenant, World } from '../../../support/world.ts';
import { inviteeOf } from './account.ts';
import type { Hands } from './hands.ts';

export const DELETION_URL = 'https://93.184.215.14/deletions';

export function staffMakers({ made, next }: Hands, { world, tenant }: { world: World; tenant: Tenant }) {
  const { account_id } = tenant;
  const bundle = (contents: object = {}) =>
    made('POST /console/v1/staff/bundles', 'id', {
      body: { name: `Bundle ${next()} of ${account_id}`, ...contents },
    });
  return {
    bundle,
    account: async (name?: string) => (await world.account(name)).account_id,
    /** An account whose first admin is invited, and that admin. */
    openedAccount: async () => {
      const { email, full_name } = inviteeOf(next());
      const body = { account_name: `Kunde ${next()}`, email, full_name };
      const user_id = await made('POST /console/v1/staff/accounts', 'user_id', { body });
      const [user] = await world.db<{ account_id: string }[]>`
        select account_id from users where id = ${user_id}`;
      return { account_id: user?.account_id ?? '', user_id };
    },
    /** An invited member of the staff. */
    colleague: () => {
      const { email, full_name } = inviteeOf(next());
      return made('POST /console/v1/staff/members', 'user_id', { body: { email, full_name } });
    },
    /** One with somebody beside its admin. */
    accountWithMember: async () => {
      const customer = await world.account('Kunde');
      const { email } = await memberOf(customer);
      return { account_id: customer.account_id, email };
    },
    /** One that is to be deleted. */
    closingAccount: async () => {
      const query = { account_id: (await world.account('Kunde')).account_id };
      await made('POST /console/v1/staff/account/deletion', 'due_at', { query, body: { name: 'Kunde' } });
      return query.account_id;
    },
    accountWithDeletionEndpoint: () => makeDeletionEndpoint(made, world),
    /** What would give a bundle to a seat. */
    givenSeat: async () => {
      const body = { device_name: 'Glasses', roles: ['trainer'] };
      const seat_id = await made('POST /console/v1/seats', 'seat_id', { body });
      return { account_id, bundle_id: await bundle(), seat_ids: [seat_id] };
    },
    allocation: async () => {
      const body = { account_id, bundle_id: await bundle() };
      await made('POST /console/v1/staff/allocations', 'allocated', { body });
      return body;
    },
    /** The newest mail of the account, which invites. */
    mail: async () => {
      await made('POST /console/v1/people', 'user_id', { body: inviteeOf(next()) });
      const [mail] = await world.db<{ id: string }[]>`
        select id from mails where account_id = ${account_id} order by id desc limit 1`;
      return { account_id, mail_id: mail?.id ?? '' };
    },
  };
}

/** An account whose deletions go to an endpoint of its own. */
async function makeDeletionEndpoint(made: Hands['made'], world: World): Promise<string> {
  const { account_id } = await world.account('Kunde');
  const body = { url: DELETION_URL, secret: 'a secret of the training app' };
  await made('PUT /console/v1/staff/account/deletion-endpoint', 'url', { query: { account_id }, body });
  return account_id;
}
