import { resource, type Resource } from '../../doors/declaration.ts';
import { staffOperation } from '../../doors/session.ts';
import { actAsPlatform } from '../../access/platform.ts';
import { WITHIN_MS } from './console.ts';
import {
  ExecuteRequest,
  NewSkill,
  Skill,
  SkillChanges,
  SkillDeleted,
  SkillList,
  SkillRef,
  SkillSecret,
  TestRun,
} from './contract.ts';
import { testSkill } from './executions/executions.ts';
import {
  changeSkill,
  createSkill,
  deleteSkill,
  listSkills,
  revealSkillSecret,
  rotateSkillSecret,
} from './skills.ts';

const TAG = { tag: 'Staff' };

const skills = resource(
  '/staff/skills',
  {
    GET: staffOperation({
      summary: "List the platform's skills",
      answer: SkillList,
      handle: async (staff) => ({ skills: await listSkills(actAsPlatform(staff)) }),
    }),
    POST: staffOperation({
      summary: 'Create a skill of the platform',
      body: NewSkill,
      answer: Skill,
      status: 201,
      handle: (staff, { body }) => createSkill(actAsPlatform(staff), body),
    }),
    PATCH: staffOperation({
      summary: 'Change a skill of the platform',
      query: SkillRef,
      body: SkillChanges,
      answer: Skill,
      handle: (staff, { query, body }) => changeSkill(actAsPlatform(staff), query.skill_id, body),
    }),
    DELETE: staffOperation({
      summary: 'Delete a skill of the platform',
      query: SkillRef,
      answer: SkillDeleted,
      handle: (staff, { query }) => deleteSkill(actAsPlatform(staff), query.skill_id),
    }),
  },
  TAG,
);

const trial = resource(
  '/staff/skills/test',
  {
    POST: staffOperation({
      summary: 'Try a skill of the platform out: no event tells of it',
      body: ExecuteRequest,
      answer: TestRun,
      deadline_ms: WITHIN_MS,
      handle: (staff, { body }) => testSkill(actAsPlatform(staff), body),
    }),
  },
  TAG,
);

const reveal = staffOperation({
  summary: 'Reveal what calls of a skill of the platform are signed with',
  query: SkillRef,
  answer: SkillSecret,
  handle: (staff, { query }) => revealSkillSecret(actAsPlatform(staff), query.skill_id),
});
const rotate = staffOperation({
  summary: 'Replace what calls of a skill of the platform are signed with',
  query: SkillRef,
  answer: SkillSecret,
  handle: (staff, { query }) => rotateSkillSecret(actAsPlatform(staff), query.skill_id),
});
const secrets = [
  resource('/staff/skills/reveal', { POST: reveal }, TAG),
  resource('/staff/skills/rotate', { POST: rotate }, TAG),
];

/** The verbs of accounts, on the skills that bundles are made of. */
export const skillsStaffConsole: readonly Resource[] = [skills, trial, ...secrets];
