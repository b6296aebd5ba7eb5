import { serve } from '../../doors/signIn.ts';
import { formsApi } from './contract.ts';
import { assertPublishable } from './drafts.ts';
import { changeForm, createFormOrDraft, deleteForm, listFormCards, readForm } from './forms.ts';
import { browseLibrary, importForm, readLibrary } from './library.ts';
import { listSubmissions, readSubmission } from './submissions.ts';

export const formsConsole = serve(formsApi, {
  'GET /forms': (ctx, { query }) => listFormCards(ctx, query),
  'POST /forms': (ctx, { body }) => {
    assertPublishable({ is_active: body.is_active ?? true, fields: body.fields ?? [] });
    return createFormOrDraft(ctx, body);
  },
  'PUT /forms': (ctx, { query, body }) => changeForm(ctx, query.id, body, assertPublishable),
  'DELETE /forms': (ctx, { query }) => deleteForm(ctx, query.id),
  'GET /form': (ctx, { query }) => readForm(ctx, query.id),
  'GET /forms/library': (ctx, { query }) => browseLibrary(ctx, query),
  'POST /forms/library': (ctx, { body }) => importForm(ctx, body.template_id),
  'GET /submissions': (ctx, { query }) => listSubmissions(ctx, query),
  'GET /submission': (ctx, { query }) => readSubmission(ctx, query.id),
  'GET /staff/forms': (staff, { query }) => readLibrary(staff, query),
});
