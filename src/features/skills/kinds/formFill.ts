import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import { Failure } from '../../../lib/errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import { submitForm } from '../../forms/submissions.ts';
import { parseSkillConfig } from '../definition.ts';
import { skillReasons } from '../reasons.ts';
import {
  rejectedInputOutcome,
  toSkillRunError,
  wrongTypeFailure,
  type SkillRunError,
  type SkillRunner,
  type SkillRun,
} from './kind.ts';

/** Submits the form of the skill. Without `session_id` in the arguments, the session of the context is used. */
export const runFormSkill: SkillRunner = async (ctx, run) => {
  const { skill, arguments: input, session_context } = run;
  const config = parseSkillConfig('form_fill', skill.config);
  if (!('form_id' in config)) throw new Error('the settings of a form_fill skill without a form');
  // Staff cannot run a form skill, because a submission must belong to an account.
  if (ctx.account_id === PLATFORM_ACCOUNT_ID)
    return failed(toSkillRunError(skillReasons.skill_needs_account));
  const { answers } = input;
  if (typeof answers !== 'object' || answers === null)
    return rejectedInputOutcome(wrongTypeFailure('answers', 'object'));
  const session_id = idOf(input, 'session_id') ?? session_context.session_id;
  const task_id = idOf(input, 'task_id');
  const filled = { form_id: config.form_id, answers: { ...answers }, session_id, task_id };
  try {
    return { kind: 'success', output: await submitForm(ctx, filled, skill.account_id), answer_status: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Invalid answers are errors of the caller. A deleted or inactive form is an error of the skill.
    return error.code === 'BAD_REQUEST'
      ? rejectedInputOutcome(error)
      : failed({ error: error.message, error_details: error.details ?? null });
  }
};

function idOf(input: SkillRun['arguments'], name: 'session_id' | 'task_id'): string | null {
  const id = input[name];
  return typeof id === 'string' && isUuid(id) ? id : null;
}

function failed(error: SkillRunError) {
  return { kind: 'failure', ...error, answer_status: null, answer: null } as const;
}
