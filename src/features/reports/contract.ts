import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { About, Answer, Input, OneOf, Page, Person } from '../../lib/schema/schema.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
const Day = Type.String({ format: 'timestamp', pattern: DAY_PATTERN, rule: schemaReasons.date });

/** Whole days of the account's time zone; both ends belong to it. */
const period = { from: Day, to: Day };

const UsageDay = Type.String({ maxLength: 10, pattern: DAY_PATTERN, rule: schemaReasons.date });

const REPORT_STEPS = ['day', 'week', 'month'] as const;

export const ReportFilter = Input({ ...period, by: Type.Optional(OneOf(REPORT_STEPS, { default: 'day' })) });
export type ReportFilter = Static<typeof ReportFilter>;

/** The filter with the member names of the API; its verb rejects a day that the calendar does not have. */
export const UsageFilter = Input({
  from: About('The first day, in UTC.', UsageDay),
  to: About('The last day, in UTC.', UsageDay),
  by: Type.Optional(OneOf(REPORT_STEPS, { default: 'day', description: 'The period of a row.' })),
});

const figures = {
  sessions: Type.Integer({ description: 'Training sessions that were started.' }),
  sessions_failed: Type.Integer({ description: 'Training sessions that failed.' }),
  minutes: Type.Integer({ description: 'Minutes of the sessions. Started minutes count as whole minutes.' }),
  tasks_created: Type.Integer({ description: 'Tasks that were created.' }),
  tasks_completed: Type.Integer({ description: 'Tasks that were completed.' }),
  skills_run: Type.Integer({ description: 'Executions of skills, without test runs.' }),
  skills_failed: Type.Integer({ description: 'Executions of skills that failed, without test runs.' }),
};

export const Figures = Answer(figures, {
  title: 'Usage',
  description: 'The usage of an account in a period.',
});
export type Figures = Static<typeof Figures>;

const ReportRow = Answer(
  {
    starts_on: Type.String({
      description: 'YYYY-MM-DD; a week starts on Monday',
      examples: ['2026-03-01'],
    }),
    ...figures,
  },
  { title: 'UsageRow', description: 'The usage of an account in a day, a week or a month.' },
);
export type ReportRow = Static<typeof ReportRow>;

export const Report = Answer(
  {
    rows: Type.Array(ReportRow, { description: 'One row for each period, the earliest first.' }),
    total: Figures,
    before: Figures,
  },
  {
    title: 'UsageReport',
    description:
      'The usage of an account in a period: its rows, the `total`, and the usage `before` it, in an equally long period.',
  },
);
export type Report = Static<typeof Report>;

export const UserReportFilter = Input({ ...period, ...Page });
export type UserReportFilter = Static<typeof UserReportFilter>;

const UserReportRow = Answer({
  user: Person,
  sessions: Type.Integer(),
  sessions_failed: Type.Integer(),
  minutes: Type.Integer(),
  tasks_completed: Type.Integer(),
  skills_run: Type.Integer(),
});
export type UserReportRow = Static<typeof UserReportRow>;

/** Users active in the period, the busiest first. */
export const UserReport = Answer({
  people: Type.Array(UserReportRow),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type UserReport = Static<typeof UserReport>;

export const reportsApi = consoleApi(
  {
    'GET /report': {
      summary: 'Report on a period by day, week or month',
      role: 'admin',
      query: ReportFilter,
      answer: Report,
    },
    'GET /report/people': {
      summary: 'Report on a period by person',
      role: 'admin',
      query: UserReportFilter,
      answer: UserReport,
    },
  },
  { tag: 'Reports' },
);
