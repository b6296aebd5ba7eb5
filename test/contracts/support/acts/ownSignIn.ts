import { inviteeOf } from '../makers/account.ts';
import type { DeclaredActs } from './act.ts';

const PASSWORD = { current_password: 'correct horse battery', new_password: 'battery horse correct' };

export const OWN_SIGN_IN: DeclaredActs = {
  'DELETE /console/v1/sign-ins': {
    prepare: async (make) => ({ query: { sign_in_id: await make.signIn() } }),
    audit: [['session.signed_out', {}]],
    again: 404,
    kept: { browser_sessions: 'marked as ended' },
    neighbour: (make) => make.coworker(),
  },
  'POST /console/v1/second-factor': {
    prepare: () => ({}),
    audit: [],
    again: 'anew',
    foreign: 'names none',
  },
  'PUT /console/v1/second-factor': {
    prepare: async (make) => ({
      body: { code: await make.factorCode(), current_password: PASSWORD.current_password },
    }),
    audit: [['second_factor.turned_on', {}]],
    again: 400,
    foreign: 'names none',
    neighbour: (make) => make.coworker(),
  },
  'DELETE /console/v1/second-factor': {
    prepare: async (make) => ({ body: { code: await make.nextFactorCode() } }),
    audit: [['second_factor.turned_off', {}]],
    again: 400,
    foreign: 'names none',
    neighbour: (make) => make.coworker(),
  },
  'DELETE /console/v1/sign-ins/all': {
    prepare: () => ({}),
    audit: [['session.signed_out_everywhere', { sessions: 1 }]],
    again: 'anew',
    foreign: 'names none',
    neighbour: (make) => make.coworker(),
  },
  'PATCH /console/v1/own': {
    prepare: () => ({ body: { full_name: 'Ada Adler', locale: 'de-DE' } }),
    audit: [['user.renamed', {}]],
    again: 200,
    foreign: 'names none',
    neighbour: (make) => make.coworker(),
  },
  'PUT /console/v1/own/address': {
    prepare: (make) => ({
      body: { email: inviteeOf(make.next()).email, current_password: PASSWORD.current_password },
    }),
    audit: [['user.address_requested', {}]],
    again: 'anew',
    foreign: 'names none',
    neighbour: (make) => make.coworker(),
  },
  'PUT /console/v1/password': {
    prepare: async (make) => {
      await make.signedIn();
      return { body: PASSWORD };
    },
    audit: [['password.changed', { signed_out: 0 }]],
    again: 400,
    foreign: 'names none',
    neighbour: (make) => make.coworker(),
  },
};
