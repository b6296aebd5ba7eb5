import { deviceOperation, operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { pageIn } from '../../lib/sql/paging.ts';
import {
  DeviceExecuteRequest,
  ExecuteRequest,
  SkillFilter,
  SkillOutput,
  SkillPage,
  EXECUTE_DEADLINE_MS,
} from './contract.ts';
import { executeOnDevice } from './device.ts';
import { executeSkill } from './executions/executions.ts';
import { listSkills } from './skills.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

/** A passage found by a search of the knowledge base. */
const PASSAGE = {
  document_id: ID,
  title: 'Heating circuit',
  page: 12,
  heading: 'Bleeding',
  text: 'Open the upper valve until no more air escapes.',
  highlighted: 'Open the upper <mark>valve</mark> until no more air escapes.',
  score: 0.83,
};
const OUTPUT = { passages: [PASSAGE] };

export const skills = resource(
  '/api-tenant-skills-execute',
  {
    POST: operation({
      operation_id: 'executeSkill',
      summary: 'Execute a skill',
      description:
        "The body of the answer is the skill's output. Without a `session_context` the first active seat " +
        'stands in that somebody has been assigned to and that the skill is allocated to. A seat that is ' +
        'named and that the skill is not allocated to is refused as `NOT_ENTITLED`. Emits ' +
        '`skill.executed`, whatever came of it.',
      scope: 'write:skills',
      body: ExecuteRequest,
      answer: SkillOutput,
      errors: ['DISABLED', 'NOT_ENTITLED', 'NOT_FOUND'],
      deadline_ms: EXECUTE_DEADLINE_MS,
      example: {
        body: { skill_id: ID, arguments: { query: 'How do I bleed the heating circuit?' } },
        answer: OUTPUT,
      },
      handle: (ctx, { body }) => executeSkill(ctx, body),
    }),
  },
  {
    tag: 'Skills',
    about: 'Actions that the platform and the account offer to glasses, API callers and agents.',
  },
);

export const skillListRoutes = resource(
  '/skills',
  {
    GET: operation({
      operation_id: 'listSkills',
      summary: 'List the skills that the account may execute',
      description: "Newest first: its own, and the platform's that its bundles give it.",
      scope: 'read:skills',
      query: SkillFilter,
      answer: SkillPage,
      handle: async (ctx, { query }) => {
        const { shown, ...page } = pageIn(await listSkills(ctx), query);
        return { skills: shown.map(({ config: _config, ...skill }) => skill), ...page };
      },
    }),
  },
  { tag: 'Skills' },
);

export const deviceSkillRoutes = resource(
  '/skills/execute',
  {
    POST: deviceOperation({
      operation_id: 'executeDeviceSkill',
      summary: 'Execute a skill on the glasses',
      description:
        'One of those in the manifest. Its context is the seat and, where one is open, the session.',
      body: DeviceExecuteRequest,
      answer: SkillOutput,
      errors: ['DISABLED', 'NOT_ENTITLED', 'NOT_FOUND'],
      deadline_ms: EXECUTE_DEADLINE_MS,
      example: {
        body: { skill_id: ID, arguments: { query: 'torque of the flange bolts' }, session_id: ID },
        answer: OUTPUT,
      },
      handle: (ctx, { body }) => executeOnDevice(ctx, body),
    }),
  },
  { tag: 'Device' },
);
