import { Type, type Static } from '../../../lib/schema/type.ts';
import {
  About,
  Answer,
  CountedPage,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  Uuid,
} from '../../../lib/schema/schema.ts';
import { FormFields } from '../fieldList.ts';

const Answers = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 1_000,
  'x-max-characters': 128 * 1_024,
  examples: [{ pressure: 4.5 }],
  description: 'The answers by the keys of their fields, at most 128 KB as JSON',
});

export const NewSubmission = Input(
  {
    form_id: About('The id of the form.', Uuid),
    answers: Answers,
    session_id: Type.Optional(Nullable(About('The id of the session in which it was filled in.', Uuid))),
    task_id: Type.Optional(Nullable(About('The id of the task for which it was filled in.', Uuid))),
  },
  { title: 'NewSubmission', description: 'A form that was filled in.' },
);
export type NewSubmission = Static<typeof NewSubmission>;

export const SubmissionResult = Answer(
  {
    submission_id: About('The id of the filled form.', Uuid),
    form_id: About('The id of the form.', Uuid),
    answers: Answers,
    missing: Type.Array(Type.String(), {
      description: 'The keys of the required fields that have no answer.',
      examples: [[]],
    }),
  },
  { title: 'Submission', description: 'A stored submission.' },
);
export type SubmissionResult = Static<typeof SubmissionResult>;

export const Submission = Answer(
  {
    id: About('The id of the submission.', Uuid),
    form_id: About('The id of the form, which may have been deleted since.', Uuid),
    form_name: Type.String({ description: 'The name of the form when it was filled in.' }),
    fields: About('The fields of the form when it was filled in.', FormFields),
    answers: Answers,
    missing: Type.Array(Type.String(), {
      description: 'The keys of the required fields that have no answer.',
      examples: [[]],
    }),
    session_id: Nullable(About('The id of the session in which the form was filled in.', Uuid)),
    session_name: Nullable(Type.String({ description: 'The name of that session.' })),
    task_id: Nullable(About('The id of the task for which the form was filled in.', Uuid)),
    task_title: Nullable(Type.String({ description: 'The title of that task.' })),
    submitted_by: OneOf(['api', 'agent', 'user', 'device', 'session', 'integration', 'staff', 'system'], {
      description: 'The kind of caller that sent it.',
    }),
    user: About('The user who filled in the form. Null if unknown.', Nullable(Person)),
    submitted_at: About('The time at which the form was filled in.', Timestamp),
  },
  { title: 'FormSubmission', description: 'A filled form with its form, session, task and user.' },
);
export type Submission = Static<typeof Submission>;

export const SubmissionFilter = Input({
  form_id: Type.Optional(About('Only submissions of the form with this id.', Uuid)),
  session_id: Type.Optional(About('Only submissions of the session with this id.', Uuid)),
  task_id: Type.Optional(About('Only submissions for the task with this id.', Uuid)),
  ...Page,
});
export type SubmissionFilter = Static<typeof SubmissionFilter>;

export const SubmissionPage = Answer(
  {
    submissions: Type.Array(Submission, { description: 'The submissions of this page, newest first.' }),
    ...CountedPage,
  },
  { title: 'FormSubmissionPage', description: 'A page of filled forms.' },
);
export type SubmissionPage = Static<typeof SubmissionPage>;

export const SubmissionRef = Input({ submission_id: About('The id of the submission.', Uuid) });

export const SubmissionExportQuery = Input({ form_id: About('The id of the form.', Uuid) });
