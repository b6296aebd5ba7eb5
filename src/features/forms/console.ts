import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation, staffOperation } from '../../doors/session.ts';
import { actAsPlatform } from '../../access/platform.ts';
import {
  CardFilter,
  CardPage,
  DeletedForm,
  Form,
  FormImport,
  FormRef,
  NewForm,
  PictureChanges,
  Submission,
  SubmissionFilter,
  SubmissionPage,
} from './contract.ts';
import { changeForm, createForm, deleteForm, listFormCards, readForm } from './forms.ts';
import { addToLibrary, browseLibrary, changeLibraryForm, importForm, readLibrary } from './library.ts';
import { listSubmissions, readSubmission } from './submissions.ts';
import type { FormTools } from './template.ts';

const BODY_LIMIT_BYTES = 15 * 1024 * 1024;
/** A picture of 10 MB may have a slow way to where files lie. */
const DEADLINE_MS = 20_000;
const FORMS = { tag: 'Forms', body_limit_bytes: BODY_LIMIT_BYTES };
const STAFF = { tag: 'Staff', body_limit_bytes: BODY_LIMIT_BYTES };

export function formsConsole(tools: FormTools): readonly Resource[] {
  return [forms(tools), form(tools), library(tools), ...submissions, staffLibrary(tools), staffForm(tools)];
}

function forms(tools: FormTools): Resource {
  return resource(
    '/forms',
    {
      GET: consoleOperation({
        summary: 'List forms',
        role: 'member',
        query: CardFilter,
        answer: CardPage,
        handle: (ctx, { query }) => listFormCards(ctx, tools, query),
      }),
      POST: consoleOperation({
        summary: 'Create a form',
        role: 'admin',
        body: NewForm,
        answer: Form,
        status: 201,
        deadline_ms: DEADLINE_MS,
        handle: (ctx, { body }) => createForm(ctx, tools, body),
      }),
      PUT: consoleOperation({
        summary: 'Change a form',
        role: 'admin',
        query: FormRef,
        body: PictureChanges,
        answer: Form,
        deadline_ms: DEADLINE_MS,
        handle: (ctx, { query, body }) => changeForm(ctx, tools, query.id, body),
      }),
      DELETE: consoleOperation({
        summary: 'Delete a form',
        role: 'admin',
        query: FormRef,
        answer: DeletedForm,
        handle: (ctx, { query }) => deleteForm(ctx, tools, query.id),
      }),
    },
    FORMS,
  );
}

function form(tools: FormTools): Resource {
  return resource(
    '/form',
    {
      GET: consoleOperation({
        summary: 'Read a form, of the account or of the library',
        role: 'member',
        query: FormRef,
        answer: Form,
        handle: (ctx, { query }) => readForm(ctx, tools, query.id),
      }),
    },
    FORMS,
  );
}

function library(tools: FormTools): Resource {
  return resource(
    '/forms/library',
    {
      GET: consoleOperation({
        summary: 'Browse the library',
        role: 'member',
        query: CardFilter,
        answer: CardPage,
        handle: (ctx, { query }) => browseLibrary(ctx, tools, query),
      }),
      POST: consoleOperation({
        summary: 'Copy a form of the library',
        role: 'admin',
        body: FormImport,
        answer: Form,
        status: 201,
        deadline_ms: DEADLINE_MS,
        handle: (ctx, { body }) => importForm(ctx, tools, body.template_id),
      }),
    },
    FORMS,
  );
}

const submissions = [
  resource(
    '/submissions',
    {
      GET: consoleOperation({
        summary: 'List what was filled in',
        role: 'member',
        query: SubmissionFilter,
        answer: SubmissionPage,
        handle: (ctx, { query }) => listSubmissions(ctx, query),
      }),
    },
    FORMS,
  ),
  resource(
    '/submission',
    {
      GET: consoleOperation({
        summary: 'Read what was filled in',
        role: 'member',
        query: FormRef,
        answer: Submission,
        handle: (ctx, { query }) => readSubmission(ctx, query.id),
      }),
    },
    FORMS,
  ),
];

/** Publishing and withdrawing is a change of `is_active`. */
function staffLibrary(tools: FormTools): Resource {
  return resource(
    '/staff/forms',
    {
      GET: staffOperation({
        summary: 'List the forms of the library, drafts included, with their copies',
        query: CardFilter,
        answer: CardPage,
        handle: (staff, { query }) => readLibrary(staff, tools, query),
      }),
      POST: staffOperation({
        summary: 'Add a form to the library',
        body: NewForm,
        answer: Form,
        status: 201,
        deadline_ms: DEADLINE_MS,
        handle: (staff, { body }) => addToLibrary(staff, tools, body),
      }),
      PUT: staffOperation({
        summary: 'Change, publish or withdraw a form of the library',
        query: FormRef,
        body: PictureChanges,
        answer: Form,
        deadline_ms: DEADLINE_MS,
        handle: (staff, { query, body }) => changeLibraryForm(staff, tools, query.id, body),
      }),
    },
    STAFF,
  );
}

function staffForm(tools: FormTools): Resource {
  return resource(
    '/staff/form',
    {
      GET: staffOperation({
        summary: 'Read a form of the library',
        query: FormRef,
        answer: Form,
        handle: (staff, { query }) => readForm(actAsPlatform(staff), tools, query.id),
      }),
    },
    STAFF,
  );
}
