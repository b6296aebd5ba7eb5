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

const BODY_LIMIT_BYTES = 15 * 1024 * 1024;
/** A picture of 10 MB may have a slow way to where files lie. */
const DEADLINE_MS = 20_000;
const FORMS = { tag: 'Forms', body_limit_bytes: BODY_LIMIT_BYTES };
const STAFF = { tag: 'Staff', body_limit_bytes: BODY_LIMIT_BYTES };

const forms = resource(
  '/forms',
  {
    GET: consoleOperation({
      summary: 'List forms',
      role: 'member',
      query: CardFilter,
      answer: CardPage,
      handle: (ctx, { query }) => listFormCards(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Create a form',
      role: 'admin',
      body: NewForm,
      answer: Form,
      status: 201,
      deadline_ms: DEADLINE_MS,
      handle: (ctx, { body }) => createForm(ctx, body),
    }),
    PUT: consoleOperation({
      summary: 'Change a form',
      role: 'admin',
      query: FormRef,
      body: PictureChanges,
      answer: Form,
      deadline_ms: DEADLINE_MS,
      handle: (ctx, { query, body }) => changeForm(ctx, query.id, body),
    }),
    DELETE: consoleOperation({
      summary: 'Delete a form',
      role: 'admin',
      query: FormRef,
      answer: DeletedForm,
      handle: (ctx, { query }) => deleteForm(ctx, query.id),
    }),
  },
  FORMS,
);

const form = resource(
  '/form',
  {
    GET: consoleOperation({
      summary: 'Read a form, of the account or of the library',
      role: 'member',
      query: FormRef,
      answer: Form,
      handle: (ctx, { query }) => readForm(ctx, query.id),
    }),
  },
  FORMS,
);

const library = resource(
  '/forms/library',
  {
    GET: consoleOperation({
      summary: 'Browse the library',
      role: 'member',
      query: CardFilter,
      answer: CardPage,
      handle: (ctx, { query }) => browseLibrary(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Copy a form of the library',
      role: 'admin',
      body: FormImport,
      answer: Form,
      status: 201,
      deadline_ms: DEADLINE_MS,
      handle: (ctx, { body }) => importForm(ctx, body.template_id),
    }),
  },
  FORMS,
);

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
const staffLibrary = resource(
  '/staff/forms',
  {
    GET: staffOperation({
      summary: 'List the forms of the library, drafts included, with their copies',
      query: CardFilter,
      answer: CardPage,
      handle: (staff, { query }) => readLibrary(staff, query),
    }),
    POST: staffOperation({
      summary: 'Add a form to the library',
      body: NewForm,
      answer: Form,
      status: 201,
      deadline_ms: DEADLINE_MS,
      handle: (staff, { body }) => addToLibrary(staff, body),
    }),
    PUT: staffOperation({
      summary: 'Change, publish or withdraw a form of the library',
      query: FormRef,
      body: PictureChanges,
      answer: Form,
      deadline_ms: DEADLINE_MS,
      handle: (staff, { query, body }) => changeLibraryForm(staff, query.id, body),
    }),
  },
  STAFF,
);

const staffForm = resource(
  '/staff/form',
  {
    GET: staffOperation({
      summary: 'Read a form of the library',
      query: FormRef,
      answer: Form,
      handle: (staff, { query }) => readForm(actAsPlatform(staff), query.id),
    }),
  },
  STAFF,
);

export const formsConsole: readonly Resource[] = [
  forms,
  form,
  library,
  ...submissions,
  staffLibrary,
  staffForm,
];
