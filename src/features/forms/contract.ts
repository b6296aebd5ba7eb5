import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { name } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  Input,
  Nullable,
  OneOf,
  Page,
  PageEnds,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { Fields } from './fieldList.ts';
import { Submission, SubmissionFilter, SubmissionPage } from './submissions/contract.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

const Name = Type.String({ ...name(200), description: 'The name of the form.' });
const Aliases = Type.Array(Name, { maxItems: 50, description: 'Other names that the form is found by.' });
const Category = Type.String({ ...name(100), description: 'The label that groups the form with others.' });
const MimeType = Type.String({
  maxLength: 100,
  description: 'The media type of the template: image/png, image/jpeg, image/webp or application/pdf.',
});
const ImageUrl = Type.String({
  maxLength: 2_048,
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  rule: schemaReasons.http_url_of_length({ most: 2_048 }),
  description: 'The URL of the picture or PDF that the form is filled in on; it is stored, not fetched.',
});

const FORM_SOURCES = ['custom', 'library', 'platform'] as const;

const formMembers = {
  id: About('The id of the form.', Uuid),
  name: Type.String({ description: 'The name of the form.', examples: ['Pump inspection'] }),
  aliases: Type.Array(Type.String(), {
    description: 'Other names that the form is found by.',
    examples: [['Pump check']],
  }),
  category: Nullable(
    Type.String({ description: 'The label that groups the form with others. Null where the form has none' }),
  ),
  source: OneOf(FORM_SOURCES, {
    description: "The origin of the form: the account's own, a copy from the library, or the library itself.",
  }),
  is_active: Type.Boolean({ description: 'True if glasses get the form.' }),
  is_platform_library: Type.Boolean({
    description: 'True if the form is an entry of the platform library.',
    examples: [false],
  }),
  imported_from: Nullable(
    Type.String({ format: 'uuid', description: 'The library form it is a copy of; null for any other form' }),
  ),
  template_image_url: Type.String({
    description: 'The URL of the picture or PDF that the form is filled in on.',
  }),
  template_mime_type: Type.String({ description: 'The media type of the template.' }),
  field_count: Type.Integer({ description: 'The number of fields of the form.' }),
  fields: Fields,
  created_at: About('The time at which the form was created or imported.', Timestamp),
  updated_at: About('The time at which the form was last changed.', Timestamp),
};

export const Form = Answer(formMembers, {
  title: 'Form',
  description: 'A template to fill in: a picture or PDF, and the fields on it.',
});
export type Form = Static<typeof Form>;

export const FormPage = Answer(
  { forms: Type.Array(Form, { description: 'The forms of this page, newest first.' }), ...PageEnds },
  { title: 'FormPage', description: 'A page of forms, without a total.' },
);
export type FormPage = Static<typeof FormPage>;

export const FormQuery = Input({
  id: Type.Optional(About('The id of one form, of the account or of the library, to get alone.', Uuid)),
  library: Type.Optional(
    Type.Boolean({ description: "True for the platform library in place of the account's own forms." }),
  ),
  ...Page,
});

const describedBase64 = {
  description:
    'The picture or PDF itself: base64 or a data URL, at most 10 MB decoded; the bytes must be what template_mime_type says. Of a picture ' +
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

/** The dashboard may begin with a draft. */
export const NewOrDraft = Input({ ...NewForm.properties, is_active: Type.Optional(Type.Boolean()) });
export type NewOrDraft = Static<typeof NewOrDraft>;

/** One path, two operations: without `action` a form is created, and then `name` is required. */
export const FormPost = Input({
  action: Type.Optional(OneOf(['import', 'create'])),
  template_id: Type.Optional(Nullable(Uuid)),
  name: Type.Optional(Name),
  ...newFormMembers,
});
export type FormPost = Static<typeof FormPost>;

const ImportedForm = Input(
  {
    action: OneOf(['import'], { description: 'Imports a form from the platform library.' }),
    template_id: About('The id of the library form to copy.', Uuid),
  },
  { title: 'FormImport', description: 'A form to copy from the platform library.' },
);

const needs = (member: string) => ({ required: [member], properties: { [member]: Type.String() } });

const CreatedForm = Type.Unsafe<FormPost>({
  ...Input(
    {
      action: Type.Optional(OneOf(['create'], { description: 'May be left out.' })),
      name: Name,
      ...newFormMembers,
    },
    { title: 'NewForm', description: 'A form to create, with its template as a URL or in base64.' },
  ),
  anyOf: [needs('template_image_url'), needs('template_image_base64')],
});

/** The documented schema: two bodies, each with its required members. */
export const FormBodies = Type.Unsafe<FormPost>({ oneOf: [CreatedForm, ImportedForm] });

export const FormChanges = Input(
  {
    name: Type.Optional(Name),
    aliases: Type.Optional(Aliases),
    is_active: Type.Optional(Type.Boolean({ description: 'True if glasses get the form.' })),
    category: Type.Optional(Nullable(Category)),
    fields: Type.Optional(Fields),
    template_image_url: Type.Optional(ImageUrl),
    template_mime_type: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 100,
          description:
            'The media type of the template. ' +
            'Without it a new picture has the type of its bytes, and the type stays where only the URL changes.',
        }),
      ),
    ),
  },
  { title: 'FormChanges', description: 'Changes of a form. Omitted members stay, null clears a member.' },
);
/** The dashboard may also send another picture. */
export const PictureChanges = Input({
  ...FormChanges.properties,
  template_image_base64: newFormMembers.template_image_base64,
});
export type FormChanges = Static<typeof PictureChanges>;

const FormImport = Input({ template_id: Uuid });

export const FormRef = Input({ id: About('The id of the form.', Uuid) });

export const DeletedForm = Answer(
  {
    deleted: Type.Literal(true, { description: 'Always true: the form is deleted.' }),
    id: About('The id that the form had.', Uuid),
  },
  { title: 'DeletedForm', description: 'A form that was deleted.' },
);
export type DeletedForm = Static<typeof DeletedForm>;

export const ActiveForm = Answer(
  {
    id: formMembers.id,
    name: formMembers.name,
    aliases: formMembers.aliases,
    category: formMembers.category,
    template_image_url: formMembers.template_image_url,
    template_mime_type: formMembers.template_mime_type,
    fields: Fields,
  },
  { title: 'ActiveForm', description: 'A form that glasses may fill in.' },
);
export type ActiveForm = Static<typeof ActiveForm>;

export const FormCard = Answer({
  ...formMembers,
  thumbnail_url: Nullable(Type.String()),
  thumbnail_fault: Nullable(Type.String()),
  /** Made without a paper template: a plain sheet of its fields is drawn. */
  has_fields_only: Type.Boolean(),
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
      body: NewOrDraft,
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
