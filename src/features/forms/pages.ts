import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { UserSignIn } from '../../access/signIn.ts';
import { declareDownload, declarePage, type PageResource, type PageRequest } from '../../doors/page.ts';
import { redirectTo, showPage, type PageAnswer } from '../../doors/pageAnswer.ts';
import { notFound } from '../../access/notFound.ts';
import { fixedText, serveFixedContent } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import { isUuid } from '../../lib/ids.ts';
import { readAccountLogo } from '../accounts/logo.ts';
import { exportSubmissions } from './export.ts';
import { renderSubmissionForPrint, PRINT_STYLE_PATH } from './print.ts';
import { readSubmission } from './submissions.ts';

const PRINT_PATH = '/forms/submission';
const EXPORT_PATH = '/forms/submissions.csv';

/** The print view of a submission and the CSV download of submissions. */
export const submissionPages: readonly PageResource[] = [
  declarePage(PRINT_PATH, {
    GET: forPeople(PRINT_PATH, 'id', async (visit, session, id) => {
      const ctx = visit.actAs(session);
      const submission = await readSubmission(ctx, id);
      const logo = await readAccountLogo(ctx.db, ctx.account_id);
      return showPage(renderSubmissionForPrint(submission, { name: session.account_name, logo }));
    }),
  }),
  declareDownload(
    EXPORT_PATH,
    forPeople(EXPORT_PATH, 'form_id', async (visit, session, form_id) => {
      const pieces = await exportSubmissions(visit.actAs(session), form_id);
      const name = `submissions-${visit.now.toISOString().slice(0, 10)}.csv`;
      return { kind: 'file', name, type: 'text/csv; charset=utf-8', pieces };
    }),
  ),
];

/**
 * Wraps the handler of a page for one record. Requires a user of an account and a valid id in the query parameter
 * `name`.
 */
function forPeople(
  path: string,
  name: string,
  handle: (visit: PageRequest, session: UserSignIn, id: string) => Promise<PageAnswer>,
) {
  return async (visit: PageRequest): Promise<PageAnswer> => {
    const { sign_in: session, query, raw_query } = visit;
    if (!session) return redirectTo(`/sign-in?next=${encodeURIComponent(`${path}?${raw_query}`)}`);
    const id = query.get(name) ?? '';
    if (!isUuid(id) || session.role === 'staff') throw notFound('Page');
    return handle(visit, session, id);
  };
}

export function servePrintStyle(server: FastifyInstance, paths: PathTable): void {
  const text = readFileSync(new URL('assets/print.css', import.meta.url), 'utf8');
  serveFixedContent(server, paths, { path: PRINT_STYLE_PATH, content: fixedText('text/css', text) });
}
