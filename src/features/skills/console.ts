import { serveDashboardApi } from '../../doors/signIn.ts';
import { skillsApi } from './contract.ts';
import { listExecutions, testSkill } from './executions/executions.ts';
import {
  changeSkill,
  createSkill,
  deleteSkill,
  listSkills,
  revealSkillSecret,
  rotateSkillSecret,
} from './skills.ts';

export const skillsDashboardRoutes = serveDashboardApi(skillsApi, {
  'GET /skills': async (ctx) => ({ skills: await listSkills(ctx) }),
  'POST /skills': (ctx, { body }) => createSkill(ctx, body),
  'PATCH /skills': (ctx, { query, body: { expected, ...changes } }) =>
    changeSkill(ctx, query.skill_id, changes, expected),
  'DELETE /skills': (ctx, { query }) => deleteSkill(ctx, query.skill_id),
  'POST /skills/test': (ctx, { body }) => testSkill(ctx, body),
  'GET /executions': (ctx, { query }) => listExecutions(ctx, query),
  'POST /skills/reveal': (ctx, { query }) => revealSkillSecret(ctx, query.skill_id),
  'POST /skills/rotate': (ctx, { query }) => rotateSkillSecret(ctx, query.skill_id),
});
