import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { About, Answer, CountedPage, Input, OneOf, Page, Person } from '../../lib/schema/schema.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
const Day = Type.String({ format: 'timestamp', pattern: DAY_PATTERN, rule: schemaReasons.date });

/** First and last day of the report, both included, in the time zone of the account. */
const period = { from: Day, to: Day };

const UsageDay = Type.String({ maxLength: 10, pattern: DAY_PATTERN, rule: schemaReasons.date });

const REPORT_STEPS = ['day', 'week', 'month'] as const;

export const ReportFilter = Input({ ...period, by: Type.Optional(OneOf(REPORT_STEPS, { default: 'day' })) });
export type ReportFilter = Static<typeof ReportFilter>;

/** The filter of the public API. The handler rejects days that do not exist in the calendar. */
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

export const UsageFigures = Answer(figures, {
  title: 'Usage',
  description: 'The usage of an account in a period.',
});
export type UsageFigures = Static<typeof UsageFigures>;

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

export const UsageReport = Answer(
  {
    rows: Type.Array(ReportRow, { description: 'One row for each period, the earliest first.' }),
    total: UsageFigures,
    before: UsageFigures,
  },
  {
    title: 'UsageReport',
    description:
      'The usage of an account in a period: its rows, the `total`, and the usage `before` it, in an equally long period.',
  },
);
export type UsageReport = Static<typeof UsageReport>;

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

/** Users who were active in the period, most active first. */
export const UserReport = Answer({ people: Type.Array(UserReportRow), ...CountedPage });
export type UserReport = Static<typeof UserReport>;

export const reportsApi = defineDashboardApi({
  'GET /report': { role: 'admin', needs_sign_in: true, query: ReportFilter, answer: UsageReport },
  'GET /report/people': { role: 'admin', needs_sign_in: true, query: UserReportFilter, answer: UserReport },
});
