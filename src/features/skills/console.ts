import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import {
  ExecuteRequest,
  ExecutionFilter,
  ExecutionPage,
  NewSkill,
  Skill,
  SkillChanges,
  SkillDeleted,
  SkillList,
  SkillRef,
  SkillSecret,
  TestRun,
} from './contract.ts';
import { listExecutions, testSkill } from './executions/executions.ts';
import {
  changeSkill,
  createSkill,
  deleteSkill,
  listSkills,
  revealSkillSecret,
  rotateSkillSecret,
} from './skills.ts';

/** The thirty seconds that a skill may have, and what stands around them. */
export const WITHIN_MS = 36_000;
const TAG = { tag: 'Skills' };

const skills = resource(
  '/skills',
  {
    GET: consoleOperation({
      summary: 'List the skills that the account may run',
      role: 'member',
      answer: SkillList,
      handle: async (ctx) => ({ skills: await listSkills(ctx) }),
    }),
    POST: consoleOperation({
      summary: 'Create a skill',
      role: 'admin',
      body: NewSkill,
      answer: Skill,
      status: 201,
      handle: (ctx, { body }) => createSkill(ctx, body),
    }),
    PATCH: consoleOperation({
      summary: 'Change a skill',
      role: 'admin',
      query: SkillRef,
      body: SkillChanges,
      answer: Skill,
      handle: (ctx, { query, body }) => changeSkill(ctx, query.skill_id, body),
    }),
    DELETE: consoleOperation({
      summary: 'Delete a skill',
      role: 'admin',
      query: SkillRef,
      answer: SkillDeleted,
      handle: (ctx, { query }) => deleteSkill(ctx, query.skill_id),
    }),
  },
  TAG,
);

const trial = resource(
  '/skills/test',
  {
    POST: consoleOperation({
      summary: 'Try a skill out: no event tells of it',
      role: 'admin',
      body: ExecuteRequest,
      answer: TestRun,
      deadline_ms: WITHIN_MS,
      handle: (ctx, { body }) => testSkill(ctx, body),
    }),
  },
  TAG,
);

const executions = resource(
  '/executions',
  {
    GET: consoleOperation({
      summary: 'List executions of skills',
      role: 'member',
      query: ExecutionFilter,
      answer: ExecutionPage,
      handle: (ctx, { query }) => listExecutions(ctx, query),
    }),
  },
  TAG,
);

const reveal = consoleOperation({
  summary: 'Reveal what calls of a skill are signed with',
  role: 'admin',
  query: SkillRef,
  answer: SkillSecret,
  handle: (ctx, { query }) => revealSkillSecret(ctx, query.skill_id),
});
const rotate = consoleOperation({
  summary: 'Replace what calls of a skill are signed with',
  role: 'admin',
  query: SkillRef,
  answer: SkillSecret,
  handle: (ctx, { query }) => rotateSkillSecret(ctx, query.skill_id),
});
// A reveal is written down, so it is no GET.
const secrets = [
  resource('/skills/reveal', { POST: reveal }, TAG),
  resource('/skills/rotate', { POST: rotate }, TAG),
];

export const skillsConsole: readonly Resource[] = [skills, trial, executions, ...secrets];
