import { PASSWORD } from '../../../support/world.ts';
import { inviteeOf, LOGO } from '../makers/account.ts';
import type { DeclaredActs } from './act.ts';

const NOTHING_ENDED = { keys: 0, codes: 0, grants: 0, endpoints: 0 };

export const ACCOUNT: DeclaredActs = {
  'PATCH /console/v1/account': {
    prepare: () => ({ body: { name: 'Werkstatt Süd' } }),
    audit: [['account.renamed', { name: 'Werkstatt Süd' }]],
    again: 200,
    foreign: 'names none',
  },
  'PUT /console/v1/account/time-zone': {
    prepare: () => ({ body: { time_zone: 'Europe/Berlin' } }),
    audit: [['account.time_zone_changed', { time_zone: 'Europe/Berlin' }]],
    again: 200,
    foreign: 'names none',
  },
  'PUT /console/v1/account/logo': {
    prepare: () => ({ body: LOGO }),
    audit: [['account.logo_changed', {}]],
    again: 200,
    foreign: 'names none',
  },
  'DELETE /console/v1/account/logo': {
    prepare: async (make) => {
      await make.logo();
      return {};
    },
    audit: [['account.logo_removed', {}]],
    again: 404,
    foreign: 'names none',
  },
  'POST /console/v1/account/deletion': {
    prepare: () => ({ body: { name: 'Werkstatt Süd', current_password: PASSWORD } }),
    audit: [['account.deletion_requested', { days: 30 }]],
    again: 409,
    foreign: 'names none',
  },
  'DELETE /console/v1/account/deletion': {
    prepare: () => ({}),
    audit: [['account.deletion_cancelled', {}]],
    again: 404,
    foreign: 'names none',
    moves: { account_removals: 1 },
  },
  'POST /v1/api-tenant-users': {
    prepare: (make) => {
      const { email, full_name } = inviteeOf(make.next());
      return { body: { email, full_name, roles: ['admin'] } };
    },
    audit: [['user.invited', {}]],
    again: 409,
    foreign: 'names none',
  },
  'POST /console/v1/people': {
    prepare: (make) => ({ body: inviteeOf(make.next()) }),
    audit: [['user.invited', {}]],
    again: 409,
    foreign: 'names none',
  },
  'POST /v1/invitations': {
    prepare: (make) => ({ body: inviteeOf(make.next()) }),
    audit: [['user.invited', {}]],
    again: 409,
    foreign: 'names none',
  },
  'POST /v1/users/deactivate': {
    prepare: async (make) => ({ query: { user_id: await make.user() } }),
    audit: [['user.deactivated', NOTHING_ENDED]],
    again: 200,
    neighbour: (make) => make.coworker(),
  },
  'POST /v1/users/reactivate': {
    prepare: async (make) => ({ query: { user_id: await make.inactiveUser() } }),
    audit: [['user.reactivated', {}]],
    again: 200,
  },
  'POST /console/v1/people/list': {
    prepare: (make) => {
      const { email, full_name } = inviteeOf(make.next());
      const person = { email, full_name, access: 'member', device_name: '', role: '' };
      return { body: { people: [person] } };
    },
    audit: [['user.invited', {}]],
    again: 200,
    foreign: 'names none',
  },
  'PATCH /console/v1/people': {
    prepare: async (make) => ({ query: { user_id: await make.user() }, body: { status: 'inactive' } }),
    audit: [['user.deactivated', NOTHING_ENDED]],
    again: 200,
    neighbour: (make) => make.coworker(),
  },
  'DELETE /console/v1/people': {
    prepare: async (make) => ({
      query: { user_id: await make.user() },
      body: { current_password: PASSWORD },
    }),
    audit: [
      ['user.deactivated', NOTHING_ENDED],
      ['user.erased', {}],
    ],
    again: 200,
    kept: { users: 'what was done stays, without the name' },
    neighbour: (make) => make.coworker(),
  },
  'POST /console/v1/people/invitation': {
    prepare: async (make) => ({ query: { user_id: await make.invitee() } }),
    audit: [['user.invited_again', {}]],
    again: 'anew',
  },
  'DELETE /console/v1/people/invitation': {
    prepare: async (make) => ({ query: { user_id: await make.invitee() } }),
    audit: [
      ['user.deactivated', NOTHING_ENDED],
      ['user.invitation_cancelled', {}],
    ],
    again: 404,
    kept: { users: 'the user stays, inactive', email_addresses: 'the address stays taken' },
  },
  'POST /console/v1/seats': {
    prepare: async (make) => ({
      body: { device_name: 'Glasses', roles: ['trainer'], user_id: await make.user() },
    }),
    audit: [['seat.created', { device_name: 'Glasses' }]],
    again: 'anew',
    foreign: 400,
  },
  'PATCH /console/v1/seats': {
    prepare: async (make) => ({ query: { seat_id: await make.seat() }, body: { device_name: 'Spare' } }),
    audit: [['seat.changed', { device_name: 'Spare' }]],
    again: 200,
  },
  'DELETE /console/v1/seats/device': {
    prepare: async (make) => ({ query: { seat_id: await make.pairedSeat() } }),
    audit: [['seat.device_revoked', {}]],
    again: 200,
    kept: { seats: 'only the glasses are refused' },
  },
  'POST /console/v1/seats/pairing': {
    prepare: async (make) => ({ query: { seat_id: await make.seat() } }),
    audit: [],
    again: 'anew',
  },
  'POST /console/v1/own-seat/pairing': {
    prepare: async (make) => ({ query: { seat_id: await make.ownSeat() } }),
    audit: [],
    again: 'anew',
  },
  'POST /console/v1/keys': {
    prepare: () => ({ body: { name: 'Planner', scopes: ['read:tasks'] } }),
    audit: [['key.created', { name: 'Planner', scopes: ['read:tasks'] }]],
    again: 'anew',
    foreign: 'names none',
  },
  'PATCH /console/v1/keys': {
    prepare: async (make) => ({
      query: { key_id: await make.key() },
      body: { expires_at: '2030-01-01T00:00:00.000Z', allowed_addresses: ['203.0.113.7'] },
    }),
    audit: [['key.changed', { expires_at: '2030-01-01T00:00:00.000Z', allowed_addresses: ['203.0.113.7'] }]],
    again: 200,
  },
  'DELETE /console/v1/keys': {
    prepare: async (make) => ({ query: { key_id: await make.key() } }),
    audit: [['key.revoked', {}]],
    again: 200,
    kept: { api_keys: 'marked as revoked' },
  },
  'POST /console/v1/keys/roll': {
    prepare: async (make) => ({ query: { key_id: await make.key() } }),
    audit: [
      ['key.rolled', { replaced_by: 'ID' }],
      ['key.created', { name: 'Planner', scopes: ['read:tasks'] }],
    ],
    again: 404,
  },
  'POST /console/v1/integrations': {
    prepare: () => ({ body: { provider: 'erp' } }),
    audit: [['integration.created', { provider: 'erp' }]],
    again: 'anew',
    foreign: 'names none',
  },
  'DELETE /console/v1/integrations': {
    prepare: async (make) => ({ query: { integration_id: await make.integration() } }),
    audit: [['integration.revoked', {}]],
    again: 200,
    kept: { integrations: 'marked as revoked' },
  },
  'POST /console/v1/integrations/secret': {
    prepare: async (make) => ({ query: { integration_id: await make.integration() } }),
    audit: [['integration.secret_rotated', {}]],
    again: 'anew',
  },
};
