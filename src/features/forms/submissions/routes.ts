import { operation, publishToApi } from '../../../doors/credential.ts';
import { groupIntoResources } from '../../../doors/declaration.ts';
import { csvDownload, CsvFile } from '../../../doors/download.ts';
import { formsDashboardRoutes } from '../console.ts';
import { exportSubmissions } from '../export.ts';
import { readSubmission } from '../submissions.ts';
import { Submission, SubmissionExportQuery, SubmissionRef } from './contract.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const tag = {
  tag: 'Form submissions',
  about: 'Forms as they were filled in on glasses, by skills or by integrations.',
};

/** Public API operations that are not part of the contract. */
export const submissionRoutes = groupIntoResources(tag, {
  ...publishToApi(formsDashboardRoutes, {
    'GET /submissions': {
      operation_id: 'listSubmissions',
      summary: 'List form submissions',
      description: 'Newest first: of all forms, or of one form, session or task.',
      scope: 'read:forms',
      example: { query: { form_id: ID } },
    },
  }),
  'GET /submission': operation({
    operation_id: 'getSubmission',
    summary: 'Read a form submission',
    scope: 'read:forms',
    query: SubmissionRef,
    answer: Submission,
    errors: ['NOT_FOUND'],
    example: { query: { submission_id: ID } },
    handle: (ctx, { query }) => readSubmission(ctx, query.submission_id),
  }),
  'GET /submissions/export': operation({
    operation_id: 'exportSubmissions',
    summary: 'Export the submissions of a form as CSV',
    description:
      'Oldest first, with a column for each field. The file is UTF-8 with a byte order mark and lines as in ' +
      'RFC 4180. Text that a spreadsheet would run as a formula begins with an apostrophe. Errors are JSON.',
    scope: 'read:forms',
    query: SubmissionExportQuery,
    answer: CsvFile('A line of headings, then a line for each submission.'),
    errors: ['NOT_FOUND'],
    example: { query: { form_id: ID } },
    handle: async (ctx, { query: { form_id } }) => {
      const name = `submissions-${ctx.now.toISOString().slice(0, 10)}.csv`;
      return csvDownload(name, await exportSubmissions(ctx, form_id));
    },
  }),
});
