import { deviceOperation, operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { pageOfWholeList } from '../../lib/sql/paging.ts';
import {
  DeviceExecuteRequest,
  ExecuteRequest,
  SkillFilter,
  SkillOutput,
  SkillPage,
  EXECUTE_SKILL_DEADLINE_MS,
} from './contract.ts';
import { executeSkillForDevice } from './device.ts';
import { executeSkill } from './executions/executions.ts';
import { listSkills } from './skills.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

/** An example of a passage that a knowledge search returns. */
const PASSAGE = {
  document_id: ID,
  title: 'Heating circuit',
  page: 12,
  heading: 'Bleeding',
  text: 'Open the upper valve until no more air escapes.',
  highlighted: 'Open the upper <mark>valve</mark> until no more air escapes.',
  score: 0.83,
  is_weak: false,
};
const OUTPUT = { passages: [PASSAGE] };

export const executeSkillRoutes = groupIntoResources(
  {
    tag: 'Skills',
    about: 'Actions that the platform and the account offer to glasses, API callers and agents.',
  },
  {
    'POST /api-tenant-skills-execute': operation({
      operation_id: 'executeSkill',
      summary: 'Execute a skill',
      description:
        "The response body is the skill's output. Without a `session_context`, the skill runs for the " +
        'first active seat that has a user and that the skill is allocated to. `NOT_ENTITLED` if the ' +
        'request names a seat that the skill is not allocated to. Emits `skill.executed` after success ' +
        'and after failure.',
      scope: 'write:skills',
      body: ExecuteRequest,
      answer: SkillOutput,
      errors: ['DISABLED', 'NOT_ENTITLED', 'NOT_FOUND'],
      deadline_ms: EXECUTE_SKILL_DEADLINE_MS,
      example: {
        body: { skill_id: ID, arguments: { query: 'How do I bleed the heating circuit?' } },
        answer: OUTPUT,
      },
      handle: (ctx, { body }) => executeSkill(ctx, body),
    }),
  },
);

export const skillListRoutes = groupIntoResources(
  { tag: 'Skills' },
  {
    'GET /skills': operation({
      operation_id: 'listSkills',
      summary: 'List the skills that the account may execute',
      description:
        "Newest first: the account's own skills, and the platform's skills in the bundles of the " +
        'account.',
      scope: 'read:skills',
      query: SkillFilter,
      answer: SkillPage,
      handle: async (ctx, { query }) => {
        const skills = await listSkills(ctx);
        return pageOfWholeList(
          'skills',
          skills.map(({ config: _config, ...skill }) => skill),
          query,
        );
      },
    }),
  },
);

export const deviceSkillRoutes = groupIntoResources(
  { tag: 'Device' },
  {
    'POST /skills/execute': deviceOperation({
      operation_id: 'executeDeviceSkill',
      summary: 'Execute a skill on the glasses',
      description:
        'Executes a skill of the manifest. Its context is the seat and, if one is open, the session.',
      body: DeviceExecuteRequest,
      answer: SkillOutput,
      errors: ['DISABLED', 'NOT_ENTITLED', 'NOT_FOUND'],
      deadline_ms: EXECUTE_SKILL_DEADLINE_MS,
      example: {
        body: { skill_id: ID, arguments: { query: 'torque of the flange bolts' }, session_id: ID },
        answer: OUTPUT,
      },
      handle: (ctx, { body }) => executeSkillForDevice(ctx, body),
    }),
  },
);
