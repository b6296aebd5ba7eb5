import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { Answer, Input, OneOf, Page, Person } from '../../lib/schema.ts';

const Day = Type.String({
  format: 'timestamp',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  rule: 'must be a date, YYYY-MM-DD',
});

/** Whole days in UTC; both ends belong to it. */
const period = { from: Day, to: Day };

const REPORT_STEPS = ['day', 'week', 'month'] as const;

export const ReportFilter = Input({ ...period, by: Type.Optional(OneOf(REPORT_STEPS, { default: 'day' })) });
export type ReportFilter = Static<typeof ReportFilter>;

const figures = {
  sessions: Type.Integer(),
  sessions_failed: Type.Integer(),
  minutes: Type.Integer({ description: 'Whole minutes begun' }),
  tasks_created: Type.Integer(),
  tasks_completed: Type.Integer(),
  skills_run: Type.Integer(),
  skills_failed: Type.Integer(),
};

export const Figures = Answer(figures);
export type Figures = Static<typeof Figures>;

const ReportRow = Answer({
  starts_on: Type.String({ description: 'YYYY-MM-DD; a week starts on Monday' }),
  ...figures,
});
export type ReportRow = Static<typeof ReportRow>;

export const Report = Answer({
  rows: Type.Array(ReportRow),
  total: Figures,
  /** The same for as many days right before. */
  before: Figures,
});
export type Report = Static<typeof Report>;

export const UserReportFilter = Input({ ...period, ...Page });
export type UserReportFilter = Static<typeof UserReportFilter>;

const UserRow = Answer({
  user: Person,
  sessions: Type.Integer(),
  sessions_failed: Type.Integer(),
  minutes: Type.Integer(),
  tasks_completed: Type.Integer(),
  skills_run: Type.Integer(),
});
export type UserRow = Static<typeof UserRow>;

/** Users active in the period, the busiest first. */
export const UserReport = Answer({
  people: Type.Array(UserRow),
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
