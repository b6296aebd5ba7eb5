import { Type } from '../../lib/schema/type.ts';
import type { Context } from '../../access/context.ts';
import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { missingMember } from '../../lib/errors.ts';
import {
  FORM_BODY_LIMIT_BYTES,
  FORM_IMAGE_DEADLINE_MS,
  DeletedForm,
  Form,
  FormPostBodySchema,
  FormChanges,
  FormPage,
  FormPostBody,
  FormQuery,
  FormRef,
} from './contract.ts';
import { changeForm, createFormWithTemplate, deleteForm, listForms, readForm } from './forms.ts';
import { importLibraryForm, listLibraryForms } from './library.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const FIELD = { key: 'pressure', label: 'Pressure in bar', type: 'number', required: true };

const listing = operation({
  operation_id: 'listForms',
  summary: 'List forms, browse the library, or get one form',
  description:
    'With `id`, the response is that form, of the account or of the library. Otherwise it is a page, ' +
    "newest first: the account's own forms, active or not, or with `library=true` the forms of the " +
    'platform library.',
  scope: 'read:forms',
  query: FormQuery,
  answer: Type.Unsafe<FormPage | Form>({ oneOf: [FormPage, Form] }),
  errors: ['NOT_FOUND'],
  example: {
    query: { library: 'true', limit: '20' },
    known: { source: 'platform', is_platform_library: true },
  },
  handle: (ctx, { query: { id, library, ...page } }) =>
    id === undefined ? (library ? listLibraryForms : listForms)(ctx, page) : readForm(ctx, id),
});

const adding = operation({
  operation_id: 'createForm',
  summary: 'Create a form, or import one from the library',
  description:
    'With `action` `import` and a `template_id`, the response is a copy of that library form. Otherwise ' +
    '`name` is required, and `template_image_url` (stored, not fetched) or `template_image_base64`. ' +
    limitSentence('forms'),
  scope: 'manage:forms',
  body: FormPostBody,
  shown_body: FormPostBodySchema,
  answer: Form,
  status: 201,
  errors: ['NOT_FOUND'],
  deadline_ms: FORM_IMAGE_DEADLINE_MS,
  example: {
    body: {
      name: 'Pump inspection',
      category: 'Maintenance',
      template_image_url: 'https://media.example.com/forms/pump.png',
      fields: [FIELD],
    },
    known: { aliases: [] },
  },
  handle: (ctx, { body }) => addForm(ctx, body),
});

const changing = operation({
  operation_id: 'updateForm',
  summary: 'Change a form',
  description: 'Only the members in the request change.',
  scope: 'manage:forms',
  query: FormRef,
  body: FormChanges,
  answer: Form,
  errors: ['NOT_FOUND'],
  example: { query: { id: ID }, body: { is_active: false } },
  handle: (ctx, { query, body }) => changeForm(ctx, query.id, body),
});

const deleting = operation({
  operation_id: 'deleteForm',
  summary: 'Delete a form',
  description: 'Deletes the form and its stored picture permanently. Submissions are kept.',
  scope: 'manage:forms',
  query: FormRef,
  answer: DeletedForm,
  errors: ['NOT_FOUND'],
  example: { query: { id: ID } },
  handle: (ctx, { query }) => deleteForm(ctx, query.id),
});

export const formRoutes = groupIntoResources(
  {
    tag: 'Forms',
    about: 'Templates that users fill in on their glasses, and a library of templates to import.',
    body_limit_bytes: FORM_BODY_LIMIT_BYTES,
  },
  {
    'GET /api-tenant-forms': listing,
    'POST /api-tenant-forms': adding,
    'PUT /api-tenant-forms': changing,
    'DELETE /api-tenant-forms': deleting,
  },
);

function addForm(ctx: Context, { action, template_id, ...input }: FormPostBody): Promise<Form> {
  if (action === 'import') {
    if (typeof template_id !== 'string') throw missingMember('template_id');
    return importLibraryForm(ctx, template_id);
  }
  const { name } = input;
  if (name === undefined) throw missingMember('name');
  return createFormWithTemplate(ctx, { ...input, name });
}
