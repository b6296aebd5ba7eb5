import { operation } from '../../../doors/credential.ts';
import { resource, type Resource } from '../../../doors/declaration.ts';
import { csvDownload, CsvFile } from '../../../doors/download.ts';
import { exportSubmissions } from '../export.ts';
import { listSubmissions, readSubmission } from '../submissions.ts';
import { Submission, SubmissionExport, SubmissionFilter, SubmissionPage, SubmissionRef } from './contract.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const tag = {
  tag: 'Form submissions',
  about: 'Forms as they were filled in on glasses, by skills or by integrations.',
};

const all = resource(
  '/submissions',
  {
    GET: operation({
      operation_id: 'listSubmissions',
      summary: 'List form submissions',
      description: 'Newest first: of all forms, or of one form, session or task.',
      scope: 'read:forms',
      query: SubmissionFilter,
      answer: SubmissionPage,
      example: { query: { form_id: ID } },
      handle: (ctx, { query }) => listSubmissions(ctx, query),
    }),
  },
  tag,
);

const one = resource(
  '/submission',
  {
    GET: operation({
      operation_id: 'getSubmission',
      summary: 'Read a form submission',
      scope: 'read:forms',
      query: SubmissionRef,
      answer: Submission,
      errors: ['NOT_FOUND'],
      example: { query: { submission_id: ID } },
      handle: (ctx, { query }) => readSubmission(ctx, query.submission_id),
    }),
  },
  tag,
);

const csv = resource(
  '/submissions/export',
  {
    GET: operation({
      operation_id: 'exportSubmissions',
      summary: 'Export the submissions of a form as CSV',
      description:
        'Oldest first, with a column for each field. The file is UTF-8 with a byte order mark and lines as in ' +
        'RFC 4180. Text that a spreadsheet would run as a formula begins with an apostrophe. Errors are JSON.',
      scope: 'read:forms',
      query: SubmissionExport,
      answer: CsvFile('A line of headings, then a line for each submission.'),
      errors: ['NOT_FOUND'],
      example: { query: { form_id: ID } },
      handle: async (ctx, { query: { form_id } }) => {
        const name = `submissions-${ctx.now.toISOString().slice(0, 10)}.csv`;
        return csvDownload(name, await exportSubmissions(ctx, form_id));
      },
    }),
  },
  tag,
);

/** Additions to the contract. */
export const submissionRoutes: readonly Resource[] = [all, one, csv];
