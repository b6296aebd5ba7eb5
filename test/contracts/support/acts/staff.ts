import { PASSWORD } from '../../../support/world.ts';
import { inviteeOf } from '../makers/account.ts';
import { DELETION_URL } from '../makers/staff.ts';
import type { DeclaredActs } from './act.ts';

const ACCOUNT_STAYS = 'the account stays without the endpoint';

export const STAFF: DeclaredActs = {
  'PATCH /console/v1/staff/accounts': {
    prepare: async (make) => ({ query: { account_id: await make.account() }, body: { state: 'suspended' } }),
    audit: [['account.suspended', {}]],
    again: 200,
  },
  'PUT /console/v1/staff/account/deletion-endpoint': {
    prepare: async (make) => ({
      query: { account_id: await make.account() },
      body: { url: DELETION_URL, secret: 'a secret of the training app' },
    }),
    audit: [['account.deletion_endpoint_changed', { url: DELETION_URL, is_secret_new: true }]],
    again: 200,
  },
  'DELETE /console/v1/staff/account/deletion-endpoint': {
    prepare: async (make) => ({ query: { account_id: await make.accountWithDeletionEndpoint() } }),
    audit: [['account.deletion_endpoint_removed', {}]],
    again: 200,
    kept: {
      accounts: ACCOUNT_STAYS,
      count_deltas: ACCOUNT_STAYS,
      email_addresses: ACCOUNT_STAYS,
      users: ACCOUNT_STAYS,
    },
  },
  'POST /console/v1/staff/accounts': {
    prepare: (make) => {
      const { email, full_name } = inviteeOf(make.next());
      return { body: { account_name: 'Neukunde', email, full_name } };
    },
    audit: [['account.created', {}]],
    again: 409,
    foreign: 'names none',
  },
  'POST /console/v1/staff/accounts/invitation': {
    prepare: async (make) => ({ query: await make.openedAccount() }),
    audit: [['user.invited_again', {}]],
    again: 'anew',
  },
  'POST /console/v1/staff/backups': {
    prepare: () => ({}),
    audit: [['backup.requested', {}]],
    again: 409,
    foreign: 'names none',
  },
  'POST /console/v1/staff/members': {
    prepare: (make) => {
      const { email, full_name } = inviteeOf(make.next());
      return { body: { email, full_name } };
    },
    audit: [['staff.invited', {}]],
    again: 409,
    foreign: 'names none',
  },
  'PATCH /console/v1/staff/members': {
    prepare: async (make) => ({ query: { user_id: await make.colleague() }, body: { status: 'inactive' } }),
    audit: [['staff.deactivated', {}]],
    again: 200,
  },
  'POST /console/v1/staff/members/invitation': {
    prepare: async (make) => ({ query: { user_id: await make.colleague() } }),
    audit: [['staff.invited_again', {}]],
    again: 'anew',
  },
  'POST /console/v1/staff/account/erasure': {
    prepare: async (make) => {
      const { account_id, email } = await make.accountWithMember();
      return { query: { account_id }, body: { email, current_password: PASSWORD } };
    },
    audit: [
      ['user.deactivated', { keys: 0, codes: 0, grants: 0, endpoints: 0 }],
      ['user.erased', {}],
    ],
    again: 404,
    kept: { users: 'what was done stays, without the name' },
    neighbour: (make, { query }) => make.adminOf(query?.['account_id'] ?? ''),
  },
  'POST /console/v1/staff/account/deletion': {
    prepare: async (make) => ({
      query: { account_id: await make.account('Kunde') },
      body: { name: 'Kunde', current_password: PASSWORD },
    }),
    audit: [['account.deletion_requested', { days: 30 }]],
    again: 409,
  },
  'DELETE /console/v1/staff/account/deletion': {
    prepare: async (make) => ({ query: { account_id: await make.closingAccount() } }),
    audit: [['account.deletion_cancelled', {}]],
    again: 404,
    kept: {
      accounts: 'the account stays',
      users: 'the account stays',
      email_addresses: 'the account stays',
      count_deltas: 'the account stays',
      account_removals: 'marked as called off',
    },
  },
  'POST /console/v1/staff/reviews': {
    prepare: async (make) => ({
      query: { client_id: await make.submittedApp() },
      body: { decision: 'send_back', notes: 'Ask for less.' },
    }),
    audit: [['app.sent_back', { notes: 'Ask for less.' }]],
    again: 409,
  },
  'POST /console/v1/staff/bundles': {
    prepare: async (make) => ({
      body: { name: 'Basics', skill_ids: [await make.platform.skill()] },
    }),
    audit: [['bundle.created', { name: 'Basics' }]],
    again: 409,
    foreign: 400,
  },
  'PATCH /console/v1/staff/bundles': {
    prepare: async (make) => ({
      query: { bundle_id: await make.bundle() },
      body: { skill_ids: [await make.platform.skill()] },
    }),
    audit: [['bundle.changed', { members: ['skill_ids'] }]],
    again: 200,
  },
  'DELETE /console/v1/staff/bundles': {
    prepare: async (make) => ({
      query: { bundle_id: await make.bundle({ name: 'Old', skill_ids: [await make.platform.skill()] }) },
    }),
    audit: [['bundle.deleted', { name: 'Old' }]],
    again: 404,
    neighbour: async (make) => make.bundle({ skill_ids: [await make.platform.skill()] }),
  },
  'POST /console/v1/staff/allocations': {
    prepare: async (make) => ({ body: await make.givenSeat() }),
    audit: [['bundle.allocated', { seat_ids: ['ID'] }]],
    again: 200,
    neighbour: (make) => make.allocationsBeside(),
  },
  'DELETE /console/v1/staff/allocations': {
    prepare: async (make) => ({ body: await make.allocation() }),
    audit: [['bundle.withdrawn', {}]],
    again: 200,
    // Withdrawing a bundle that is not allocated is accepted and changes nothing.
    chosen: ['bundle_id', 'seat_ids'],
    neighbour: (make) => make.allocationsBeside(),
  },
  'POST /console/v1/staff/mails/send': {
    prepare: async (make) => ({ query: await make.mail() }),
    audit: [['mail.sent_early', { subject: 'Invitation to Werkstatt Süd' }]],
    again: 'anew',
  },
};
