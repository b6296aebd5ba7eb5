import { serveDashboardApi } from '../../doors/signIn.ts';
import { formsApi } from './contract.ts';
import { assertCompleteIfActive } from './drafts.ts';
import { changeForm, createForm, deleteForm, listFormCards, readForm } from './forms.ts';
import { listLibraryFormCards, importLibraryForm, listLibraryFormCardsForStaff } from './library.ts';
import { listSubmissions, readSubmission } from './submissions.ts';

export const formsDashboardRoutes = serveDashboardApi(formsApi, {
  'GET /forms': (ctx, { query }) => listFormCards(ctx, query),
  'POST /forms': (ctx, { body }) => {
    assertCompleteIfActive({ is_active: body.is_active ?? true, fields: body.fields ?? [] });
    return createForm(ctx, body);
  },
  'PUT /forms': (ctx, { query, body: { expected, ...changes } }) =>
    changeForm(ctx, query.id, changes, { assertFit: assertCompleteIfActive, expected }),
  'DELETE /forms': (ctx, { query }) => deleteForm(ctx, query.id),
  'GET /form': (ctx, { query }) => readForm(ctx, query.id),
  'GET /forms/library': (ctx, { query }) => listLibraryFormCards(ctx, query),
  'POST /forms/library': (ctx, { body }) => importLibraryForm(ctx, body.template_id),
  'GET /submissions': (ctx, { query }) => listSubmissions(ctx, query),
  'GET /submission': (ctx, { query }) => readSubmission(ctx, query.id),
  'GET /staff/forms': (staff, { query }) => listLibraryFormCardsForStaff(staff, query),
});
