import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { name } from '../../lib/rules.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema.ts';

const Name = Type.String(name(200));
const Aliases = Type.Array(Name, { maxItems: 50 });
const Category = Type.String(name(100));
/** Any object: what our own editor writes and glasses understand is described in `fields.ts`. */
const Field = Type.Unsafe<object>(
  Type.Object(
    {
      options: Type.Optional(
        Type.Unsafe<unknown>({
          type: ['array', 'object', 'string', 'number', 'boolean', 'null'],
          items: {},
          maxItems: 1_000,
          description: 'What may be chosen, where it is a list of texts',
        }),
      ),
    },
    { additionalProperties: true, maxProperties: 50 },
  ),
);
const Fields = Type.Array(Field, {
  maxItems: 500,
  'x-max-characters': 128 * 1_024,
  description:
    'Kept as sent, at most 128 KB as JSON. A number beyond ±9007199254740991 cannot be kept exactly and is ' +
    'refused: send it as text.',
});
const MimeType = Type.String({ maxLength: 100 });
const ImageUrl = Type.String({
  maxLength: 2_048,
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  rule: 'must be an http or https URL of at most 2048 characters',
});

const FORM_SOURCES = ['custom', 'library', 'platform'] as const;

const formMembers = {
  id: Uuid,
  name: Type.String(),
  aliases: Type.Array(Type.String()),
  category: Nullable(Type.String({ description: 'Null where the form has none' })),
  source: OneOf(FORM_SOURCES),
  is_active: Type.Boolean(),
  is_platform_library: Type.Boolean(),
  imported_from: Nullable(
    Type.String({ format: 'uuid', description: 'The library form it is a copy of; null for any other form' }),
  ),
  template_image_url: Type.String(),
  template_mime_type: Type.String(),
  field_count: Type.Integer(),
  fields: Fields,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Form = Answer(formMembers);
export type Form = Static<typeof Form>;

export const FormPage = Answer({ forms: Type.Array(Form), limit: Type.Integer(), offset: Type.Integer() });
export type FormPage = Static<typeof FormPage>;

export const FormQuery = Input({
  id: Type.Optional(Uuid),
  library: Type.Optional(Type.Boolean()),
  ...Page,
});

const describedBase64 = {
  description:
    'Base64 or a data URL, at most 10 MB decoded; the bytes must be what template_mime_type says. Of a picture ' +
    'only what shows it is kept: place, camera, texts and all that lies behind its end are left out.',
};

const newFormMembers = {
  aliases: Type.Optional(Aliases),
  category: Type.Optional(Nullable(Category)),
  fields: Type.Optional(Fields),
  template_image_url: Type.Optional(Nullable(ImageUrl)),
  template_image_base64: Type.Optional(Nullable(Type.String(describedBase64))),
  template_mime_type: Type.Optional(Nullable(MimeType)),
};

export const NewForm = Input({ name: Name, ...newFormMembers });
export type NewForm = Static<typeof NewForm>;

/** One path, two operations: without `action` a form is created, and then `name` is required. */
export const FormPost = Input({
  action: Type.Optional(OneOf(['import', 'create'])),
  template_id: Type.Optional(Nullable(Uuid)),
  name: Type.Optional(Name),
  ...newFormMembers,
});
export type FormPost = Static<typeof FormPost>;

/** Absent leaves a member as it is; null empties it. */
export const FormChanges = Input({
  name: Type.Optional(Name),
  aliases: Type.Optional(Aliases),
  is_active: Type.Optional(Type.Boolean()),
  category: Type.Optional(Nullable(Category)),
  fields: Type.Optional(Fields),
  template_image_url: Type.Optional(ImageUrl),
  template_mime_type: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 100,
        description:
          'Without it a new picture has the type of its bytes and a new URL that of its ending; else it stays.',
      }),
    ),
  ),
});
/** The dashboard may also send another picture. */
export const PictureChanges = Input({
  ...FormChanges.properties,
  template_image_base64: newFormMembers.template_image_base64,
});
export type FormChanges = Static<typeof PictureChanges>;

const FormImport = Input({ template_id: Uuid });

export const FormRef = Input({ id: Uuid });

export const DeletedForm = Answer({ deleted: Type.Literal(true), id: Uuid });
export type DeletedForm = Static<typeof DeletedForm>;

/** A form as glasses get it. */
export const ActiveForm = Answer({
  id: Uuid,
  name: Type.String(),
  aliases: Type.Array(Type.String()),
  category: Nullable(Type.String()),
  template_image_url: Type.String(),
  template_mime_type: Type.String(),
  fields: Fields,
});
export type ActiveForm = Static<typeof ActiveForm>;

const Answers = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 1_000,
  'x-max-characters': 128 * 1_024,
  description: 'By the keys of the fields, at most 128 KB as JSON',
});

export const NewSubmission = Input({
  form_id: Uuid,
  answers: Answers,
  session_id: Type.Optional(Nullable(Uuid)),
  task_id: Type.Optional(Nullable(Uuid)),
});
export type NewSubmission = Static<typeof NewSubmission>;

export const Submitted = Answer({
  submission_id: Uuid,
  form_id: Uuid,
  answers: Answers,
  missing: Type.Array(Type.String()),
});
export type Submitted = Static<typeof Submitted>;

export const Submission = Answer({
  id: Uuid,
  form_id: Uuid,
  form_name: Type.String(),
  fields: Fields,
  answers: Answers,
  missing: Type.Array(Type.String()),
  session_id: Nullable(Uuid),
  session_name: Nullable(Type.String()),
  task_id: Nullable(Uuid),
  task_title: Nullable(Type.String()),
  submitted_by: OneOf(['api', 'agent', 'user', 'device', 'session', 'integration', 'staff', 'system']),
  user: Nullable(Answer({ user_id: Uuid, name: Type.String() })),
  submitted_at: Timestamp,
});
export type Submission = Static<typeof Submission>;

export const SubmissionFilter = Input({
  form_id: Type.Optional(Uuid),
  session_id: Type.Optional(Uuid),
  task_id: Type.Optional(Uuid),
  ...Page,
});
export type SubmissionFilter = Static<typeof SubmissionFilter>;

export const SubmissionPage = Answer({
  submissions: Type.Array(Submission),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type SubmissionPage = Static<typeof SubmissionPage>;

/** A form as lists of the dashboard show it. */
export const FormCard = Answer({
  ...formMembers,
  thumbnail_url: Nullable(Type.String()),
  /** Own forms: the number of submissions. */
  submission_count: Type.Integer(),
  /** Library forms, seen by an account: whether it has a copy. */
  already_imported: Type.Boolean(),
  /** Library forms, seen by the platform's staff: copies in all accounts; otherwise 0. */
  import_count: Type.Integer(),
});
export type FormCard = Static<typeof FormCard>;

export const CardFilter = Input({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(Type.String({ maxLength: 100 })),
  is_active: Type.Optional(Type.Boolean()),
  ...Page,
});
export type CardFilter = Static<typeof CardFilter>;

export const CardPage = Answer({
  forms: Type.Array(FormCard),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  /** All categories, for the filter. */
  categories: Type.Array(Type.String()),
});
export type CardPage = Static<typeof CardPage>;

export const BODY_LIMIT_BYTES = 15 * 1024 * 1024;
/** Storing a picture of 10 MB may be slow. */
export const DEADLINE_MS = 20_000;

/** Publishing and withdrawing is a change of `is_active`. */
export const formsApi = consoleApi(
  {
    'GET /forms': { summary: 'List forms', role: 'member', query: CardFilter, answer: CardPage },
    'POST /forms': {
      summary: 'Create a form',
      platform_summary: 'Add a form to the library',
      role: 'admin',
      body: NewForm,
      answer: Form,
      status: 201,
      deadline_ms: DEADLINE_MS,
    },
    'PUT /forms': {
      summary: 'Change a form',
      platform_summary: 'Change, publish or withdraw a form of the library',
      role: 'admin',
      query: FormRef,
      body: PictureChanges,
      answer: Form,
      deadline_ms: DEADLINE_MS,
    },
    'DELETE /forms': { summary: 'Delete a form', role: 'admin', query: FormRef, answer: DeletedForm },
    'GET /form': {
      summary: 'Read a form, of the account or of the library',
      platform_summary: 'Read a form of the library',
      role: 'member',
      query: FormRef,
      answer: Form,
    },
    'GET /forms/library': {
      summary: 'Browse the library',
      role: 'member',
      query: CardFilter,
      answer: CardPage,
    },
    'POST /forms/library': {
      summary: 'Copy a form of the library',
      role: 'admin',
      body: FormImport,
      answer: Form,
      status: 201,
      deadline_ms: DEADLINE_MS,
    },
    'GET /submissions': {
      summary: 'List what was filled in',
      role: 'member',
      query: SubmissionFilter,
      answer: SubmissionPage,
    },
    'GET /submission': {
      summary: 'Read what was filled in',
      role: 'member',
      query: FormRef,
      answer: Submission,
    },
    'GET /staff/forms': {
      summary: 'List the forms of the library, drafts included, with their copies',
      role: 'staff',
      query: CardFilter,
      answer: CardPage,
    },
  },
  { tag: 'Forms', body_limit_bytes: BODY_LIMIT_BYTES },
);
