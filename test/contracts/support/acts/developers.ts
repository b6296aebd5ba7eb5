import { backdateTokenUses } from '../../../support/tokenRaces.ts';
import { LOGO } from '../makers/account.ts';
import { APP, HOOK } from '../makers/developers.ts';
import type { DeclaredActs } from './act.ts';

const LATER_MS = 60_000;
const ENDED = {
  oauth_app_reviews: 'what the staff decided',
  oauth_authorizations: 'ended, so that a replay is known',
  oauth_grants: 'ended, so that a replay is known',
};

export const DEVELOPERS: DeclaredActs = {
  'POST /v1/webhook-subscribe': {
    prepare: () => ({ body: HOOK }),
    audit: [['endpoint.created', { host: '8.8.8.8', events: ['task.created'] }]],
    again: 'anew',
    foreign: 'names none',
  },
  'DELETE /v1/webhook-subscribe': {
    prepare: async (make) => ({ query: { endpoint_id: await make.endpoint() } }),
    audit: [['endpoint.deleted', {}]],
    again: 404,
    kept: { webhook_endpoints: 'marked as deleted' },
  },
  'POST /console/v1/endpoints': {
    prepare: () => ({ body: HOOK }),
    audit: [['endpoint.created', { host: '8.8.8.8', events: ['task.created'] }]],
    again: 'anew',
    foreign: 'names none',
  },
  'POST /console/v1/inboxes': {
    prepare: () => ({ body: { events: ['task.created'] } }),
    audit: [['endpoint.created', { host: 'inbox of this service', events: ['task.created'] }]],
    again: 'anew',
    foreign: 'names none',
  },
  'PATCH /console/v1/endpoints': {
    prepare: async (make) => ({
      query: { endpoint_id: await make.endpoint() },
      body: { events: ['task.completed'] },
    }),
    audit: [['endpoint.changed', { events: ['task.completed'] }]],
    again: 200,
  },
  'DELETE /console/v1/endpoints': {
    prepare: async (make) => ({ query: { endpoint_id: (await make.delivery()).endpoint_id } }),
    audit: [['endpoint.deleted', {}]],
    again: 404,
    kept: { webhook_endpoints: 'marked as deleted', webhook_deliveries: 'cancelled, for the log' },
  },
  'POST /console/v1/endpoints/reveal': {
    prepare: async (make) => ({ query: { endpoint_id: await make.endpoint() } }),
    audit: [['endpoint.secret_revealed', {}]],
    again: 'anew',
  },
  'POST /console/v1/endpoints/rotate': {
    prepare: async (make) => ({ query: { endpoint_id: await make.endpoint() } }),
    audit: [['endpoint.secret_rotated', {}]],
    again: 'anew',
  },
  'POST /console/v1/endpoints/rotate (later)': {
    prepare: async (make) => ({
      query: { endpoint_id: await make.endpoint() },
      body: { switches_at: '9999-01-01T00:00:00.000Z' },
    }),
    audit: [['endpoint.secret_rotated', { switches_at: '9999-01-01T00:00:00.000Z' }]],
    again: 409,
  },
  'DELETE /console/v1/endpoints/rotate': {
    prepare: async (make) => ({ query: { endpoint_id: await make.rotatingEndpoint() } }),
    audit: [['endpoint.secret_rotation_cancelled', {}]],
    again: 409,
    kept: { webhook_endpoints: 'goes on with the secret before' },
  },
  'POST /console/v1/endpoints/switch': {
    prepare: async (make) => ({ query: { endpoint_id: await make.rotatingEndpoint() } }),
    audit: [['endpoint.secret_switched', {}]],
    again: 200,
  },
  'POST /console/v1/endpoints/pause': {
    prepare: async (make) => ({ query: { endpoint_id: await make.endpoint() } }),
    audit: [['endpoint.paused', {}]],
    again: 200,
  },
  'POST /console/v1/endpoints/resume': {
    prepare: async (make) => ({ query: { endpoint_id: await make.pausedEndpoint() } }),
    audit: [['endpoint.resumed', {}]],
    again: 200,
  },
  'POST /console/v1/endpoints/reset': {
    prepare: async (make) => ({ query: { endpoint_id: await make.failingEndpoint() } }),
    audit: [['endpoint.count_reset', {}]],
    again: 200,
  },
  'POST /console/v1/endpoints/test': {
    prepare: async (make) => ({ query: { endpoint_id: await make.endpoint() }, body: {} }),
    audit: [],
    again: 'anew',
  },
  'POST /console/v1/delivery/retry': {
    prepare: async (make) => ({ query: await make.failedDelivery() }),
    audit: [],
    again: 409,
    neighbour: (make, { query }) => make.deliveriesBeside(Object(query)),
  },
  'POST /console/v1/delivery/resend': {
    prepare: async (make) => ({
      query: await make.failedDelivery(),
      body: { endpoint_id: await make.endpoint() },
    }),
    audit: [['endpoint.event_resent', { event_id: 'ID', from: 'ID' }]],
    again: 409,
    neighbour: (make, { query }) => make.deliveriesBeside(Object(query)),
  },
  'POST /console/v1/retries': {
    prepare: async (make) => {
      const { endpoint_id } = await make.failedDelivery();
      return { body: { since: '2026-01-01T00:00:00.000Z', endpoint_id } };
    },
    audit: [],
    again: 'anew',
  },
  'POST /console/v1/apps': {
    prepare: () => ({ body: APP }),
    audit: [['app.registered', { name: 'Planner', scopes: ['read:tasks'] }]],
    again: 'anew',
    foreign: 'names none',
  },
  'PATCH /console/v1/apps': {
    prepare: async (make) => ({ query: { client_id: await make.app() }, body: { name: 'Field Planner' } }),
    audit: [['app.changed', { members: ['name'] }]],
    again: 200,
  },
  'DELETE /console/v1/apps': {
    prepare: async (make) => ({ query: { client_id: (await make.connection()).client_id } }),
    audit: [['app.deleted', {}]],
    again: 404,
    kept: { oauth_apps: 'marked as deleted', ...ENDED },
  },
  'PUT /console/v1/app/logo': {
    prepare: async (make) => ({ query: { client_id: await make.app() }, body: LOGO }),
    audit: [['app.logo_changed', {}]],
    again: 200,
  },
  'DELETE /console/v1/app/logo': {
    prepare: async (make) => ({ query: { client_id: await make.appWithLogo() } }),
    audit: [['app.logo_removed', {}]],
    again: 404,
    kept: { oauth_apps: 'the app itself' },
  },
  'POST /console/v1/apps/secret': {
    prepare: async (make) => ({ query: { client_id: await make.app() } }),
    audit: [['app.secret_rotated', {}]],
    again: 'anew',
  },
  'POST /console/v1/apps/review': {
    prepare: async (make) => ({ query: { client_id: await make.app() } }),
    audit: [['app.submitted', {}]],
    again: 409,
  },
  'DELETE /console/v1/connections': {
    prepare: async (make) => ({ query: { client_id: (await make.connection()).client_id } }),
    audit: [['connection.ended', { codes: 0, grants: 1, endpoints: 0 }]],
    again: 404,
    kept: { oauth_apps: 'the app itself', ...ENDED },
  },
  'POST /v1/oauth-revoke': {
    prepare: async (make) => {
      const { client_id, client_secret, refresh_token } = await make.connection();
      return { body: { client_id, client_secret, token: refresh_token } };
    },
    audit: [['connection.given_back', { endpoints: 0, grant_id: 'ID' }]],
    again: 200,
    foreign: 'names none',
    neighbour: (make) => make.connection(),
  },
  'POST /v1/oauth-token': {
    prepare: async (make) => {
      const { client_id, client_secret, refresh_token } = await make.connection();
      return { body: { grant_type: 'refresh_token', client_id, client_secret, refresh_token } };
    },
    audit: [],
    // Dates the first use later, so that the repetition is a duplicate. After a second it would be a replay.
    between: (world) => backdateTokenUses(world, -LATER_MS),
    again: 400,
    foreign: 'names none',
    neighbour: (make) => make.connection(),
    moves: { oauth_refresh_tokens: 1 },
  },
};
