import { Type, type Static } from '../../../lib/type.ts';
import { About, Answer, Input, Nullable, OneOf, Page, Person, Timestamp, Uuid } from '../../../lib/schema.ts';
import { Fields } from '../fieldList.ts';

const Answers = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 1_000,
  'x-max-characters': 128 * 1_024,
  examples: [{ pressure: 4.5 }],
  description: 'What was filled in, by the keys of the fields, at most 128 KB as JSON',
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

export const Submitted = Answer(
  {
    submission_id: About('The id of the filled form.', Uuid),
    form_id: About('The id of the form.', Uuid),
    answers: Answers,
    missing: Type.Array(Type.String(), {
      description: 'The keys of the required fields that have no answer.',
      examples: [[]],
    }),
  },
  { title: 'Submission', description: 'A filled form, as it was kept.' },
);
export type Submitted = Static<typeof Submitted>;

export const Submission = Answer({
  id: Uuid,
  form_id: Uuid,
  form_name: Type.String(),
  fields: Fields,
  answers: Answers,
  missing: Type.Array(Type.String()),
  session_id: Nullable(Uuid),
  session_name: Nullable(Type.String()),
  task_id: Nullable(Uuid),
  task_title: Nullable(Type.String()),
  submitted_by: OneOf(['api', 'agent', 'user', 'device', 'session', 'integration', 'staff', 'system']),
  user: Nullable(Person),
  submitted_at: Timestamp,
});
export type Submission = Static<typeof Submission>;

export const SubmissionFilter = Input({
  form_id: Type.Optional(Uuid),
  session_id: Type.Optional(Uuid),
  task_id: Type.Optional(Uuid),
  ...Page,
});
export type SubmissionFilter = Static<typeof SubmissionFilter>;

export const SubmissionPage = Answer({
  submissions: Type.Array(Submission),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type SubmissionPage = Static<typeof SubmissionPage>;
