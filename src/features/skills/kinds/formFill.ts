import { PLATFORM } from '../../../access/platform.ts';
import { Failure } from '../../../lib/errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import { submitForm } from '../../forms/submissions.ts';
import { readSkillConfig } from '../definition.ts';
import { rejectedInput, wrongType, type RunKind, type SkillRun } from './kind.ts';

/** Fills in the form that the skill names; the session is that of its context where none is sent. */
export const runFormSkill: RunKind = async (ctx, run) => {
  const { skill, arguments: input, session_context } = run;
  const config = readSkillConfig('form_fill', skill.config);
  if (!('form_id' in config)) throw new Error('the settings of a form_fill skill without a form');
  // A submission belongs to an account, and staff have none.
  if (ctx.account_id === PLATFORM) return failed('Only somebody of an account can fill in a form.');
  const { answers } = input;
  if (typeof answers !== 'object' || answers === null) return rejectedInput(wrongType('answers', 'object'));
  const session_id = idOf(input, 'session_id') ?? session_context.session_id;
  const task_id = idOf(input, 'task_id');
  const filled = { form_id: config.form_id, answers: { ...answers }, session_id, task_id };
  try {
    return { kind: 'success', output: await submitForm(ctx, filled, skill.account_id), answer_status: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A form that is gone or inactive is the fault of the skill, wrong answers are those of its caller.
    return error.code === 'BAD_REQUEST' ? rejectedInput(error) : failed(error.message);
  }
};

function idOf(input: SkillRun['arguments'], name: 'session_id' | 'task_id'): string | null {
  const id = input[name];
  return typeof id === 'string' && isUuid(id) ? id : null;
}

function failed(error: string) {
  return { kind: 'failure', error, answer_status: null, answer: null } as const;
}
