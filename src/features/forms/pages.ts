import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { page, redirectTo, showPage, type PageResource } from '../../access/visit.ts';
import { notFound } from '../../lib/errors.ts';
import { fixedText, serveFixedText } from '../../lib/http/page.ts';
import type { PathTable } from '../../lib/http/paths.ts';
import { isUuid } from '../../lib/ids.ts';
import { printSubmission, PRINT_STYLE_PATH } from './print.ts';
import { readSubmission } from './submissions.ts';

export const PRINT_PATH = '/forms/submission';

/** What the dashboard opens in a tab of its own, to be printed. */
export const printPages: readonly PageResource[] = [
  page(PRINT_PATH, {
    async GET(visit) {
      const { session, query, raw_query } = visit;
      if (!session) return redirectTo(`/sign-in?next=${encodeURIComponent(`${PRINT_PATH}?${raw_query}`)}`);
      const id = query.get('id') ?? '';
      if (!isUuid(id) || session.role === 'staff') throw notFound('Submission');
      const submission = await readSubmission(visit.actAs(session), id);
      return showPage(printSubmission(submission, session.account_name));
    },
  }),
];

export function servePrintStyle(server: FastifyInstance, paths: PathTable): void {
  const text = readFileSync(new URL('assets/print.css', import.meta.url), 'utf8');
  serveFixedText(server, paths, { path: PRINT_STYLE_PATH, content: fixedText('text/css', text) });
}
