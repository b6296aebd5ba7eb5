import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import type { Reach } from '../webhooks/target.ts';
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
import type { SkillTools } from './kinds/kind.ts';
import {
  changeSkill,
  createSkill,
  deleteSkill,
  listSkills,
  revealSkillSecret,
  rotateSkillSecret,
  type DefinitionTools,
} from './skills.ts';

/** The thirty seconds that a skill may have, and what stands around them. */
export const WITHIN_MS = 36_000;
const TAG = { tag: 'Skills' };

export function skillsConsole(tools: SkillTools, reach: Reach): readonly Resource[] {
  const definition = { box: tools.box, reach, schemas: tools.schemas };
  return [skills(definition), trial(tools), executions, ...secrets(definition)];
}

function skills(tools: DefinitionTools): Resource {
  return resource(
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
        handle: (ctx, { body }) => createSkill(ctx, tools, body),
      }),
      PATCH: consoleOperation({
        summary: 'Change a skill',
        role: 'admin',
        query: SkillRef,
        body: SkillChanges,
        answer: Skill,
        handle: (ctx, { query, body }) => changeSkill(ctx, tools, query.skill_id, body),
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
}

function trial(tools: SkillTools): Resource {
  return resource(
    '/skills/test',
    {
      POST: consoleOperation({
        summary: 'Try a skill out: no event tells of it',
        role: 'admin',
        body: ExecuteRequest,
        answer: TestRun,
        deadline_ms: WITHIN_MS,
        handle: (ctx, { body }) => testSkill(ctx, tools, body),
      }),
    },
    TAG,
  );
}

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

function secrets(tools: DefinitionTools): Resource[] {
  const reveal = consoleOperation({
    summary: 'Reveal what calls of a skill are signed with',
    role: 'admin',
    query: SkillRef,
    answer: SkillSecret,
    handle: (ctx, { query }) => revealSkillSecret(ctx, tools, query.skill_id),
  });
  const rotate = consoleOperation({
    summary: 'Replace what calls of a skill are signed with',
    role: 'admin',
    query: SkillRef,
    answer: SkillSecret,
    handle: (ctx, { query }) => rotateSkillSecret(ctx, tools, query.skill_id),
  });
  // A reveal is written down, so it is no GET.
  return [
    resource('/skills/reveal', { POST: reveal }, TAG),
    resource('/skills/rotate', { POST: rotate }, TAG),
  ];
}
