import { CALL, SHEET } from '../makers/material.ts';
import { forAccountAndPlatform, type DeclaredActs } from './act.ts';

/** Acts on forms and skills, which accounts own and which the platform owns for all accounts. */
export const MATERIAL: DeclaredActs = {
  ...forAccountAndPlatform((door, own) => ({
    [`POST ${door}/forms`]: {
      prepare: () => ({ body: SHEET }),
      audit: [['form.created', { name: 'Sheet' }]],
      again: 'anew',
      foreign: 'names none',
    },
    [`PUT ${door}/forms`]: {
      prepare: async (make) => ({ query: { id: await own(make).form() }, body: { name: 'Other' } }),
      audit: [['form.changed', { members: ['name'] }]],
      again: 200,
    },
    [`POST ${door}/skills`]: {
      prepare: () => ({ body: CALL }),
      audit: [['skill.created', { kind: 'http', name: 'Weather' }]],
      again: 'anew',
      foreign: 'names none',
    },
    [`PATCH ${door}/skills`]: {
      prepare: async (make) => ({ query: { skill_id: await own(make).skill() }, body: { is_active: false } }),
      audit: [['skill.changed', { members: ['is_active'] }]],
      again: 200,
    },
    [`DELETE ${door}/skills`]: {
      prepare: async (make) => ({ query: { skill_id: await own(make).skill() } }),
      audit: [['skill.deleted', {}]],
      again: 404,
    },
    [`POST ${door}/skills/test`]: {
      prepare: async (make) => ({
        body: { skill_id: await own(make).searchSkill(), arguments: { query: 'valve' } },
      }),
      audit: [],
      again: 'anew',
    },
    [`POST ${door}/skills/reveal`]: {
      prepare: async (make) => ({ query: { skill_id: await own(make).skill() } }),
      audit: [['skill.secret_revealed', {}]],
      again: 'anew',
    },
    [`POST ${door}/skills/rotate`]: {
      prepare: async (make) => ({ query: { skill_id: await own(make).skill() } }),
      audit: [['skill.secret_rotated', {}]],
      again: 'anew',
    },
  })),
  'DELETE /console/v1/forms': {
    prepare: async (make) => ({ query: { id: await make.submittedForm() } }),
    audit: [['form.deleted', { name: 'Sheet' }]],
    again: 404,
    kept: { form_submissions: 'what was filled in stays' },
  },
  'POST /console/v1/forms/library': {
    prepare: async (make) => ({ body: { template_id: await make.platform.form() } }),
    audit: [['form.imported', { name: 'Sheet' }]],
    again: 'anew',
    foreign: 'open to all',
  },
};
