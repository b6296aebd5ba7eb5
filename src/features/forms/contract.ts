import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { nameRule } from '../../lib/schema/rules.ts';
import {
  About,
  Answer,
  CountedPage,
  ExpectedValuesInput,
  IdList,
  Input,
  Nullable,
  OneOf,
  Page,
  PagePosition,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { FormFields } from './fieldList.ts';
import { Submission, SubmissionFilter, SubmissionPage } from './submissions/contract.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';

const Name = Type.String({ ...nameRule(200), description: 'The name of the form.' });
const Aliases = Type.Array(Name, { maxItems: 50, description: 'Other names that the form is found by.' });
const Category = Type.String({
  ...nameRule(100),
  description: 'The label that groups the form with others.',
});
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
    Type.String({ description: 'The label that groups the form with others. Null without a label' }),
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
    Type.String({ format: 'uuid', description: 'The library form that was copied. Null for any other form' }),
  ),
  template_image_url: Type.String({
    description: 'The URL of the picture or PDF that the form is filled in on.',
  }),
  template_mime_type: Type.String({ description: 'The media type of the template.' }),
  field_count: Type.Integer({ description: 'The number of fields of the form.' }),
  fields: FormFields,
  created_at: About('The time at which the form was created or imported.', Timestamp),
  updated_at: About('The time at which the form was last changed.', Timestamp),
};

export const Form = Answer(formMembers, {
  title: 'Form',
  description: 'A template to fill in: a picture or PDF, and the fields on it.',
});
export type Form = Static<typeof Form>;

export const FormPage = Answer(
  { forms: Type.Array(Form, { description: 'The forms of this page, newest first.' }), ...PagePosition },
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
    'The picture or PDF itself: base64 or a data URL, at most 10 MB decoded; the bytes must match template_mime_type. Metadata of ' +
    'a picture, such as its place, camera and texts, and all data after its end are removed.',
};

const newFormMembers = {
  aliases: Type.Optional(Aliases),
  category: Type.Optional(Nullable(Category)),
  fields: Type.Optional(FormFields),
  template_image_url: Type.Optional(Nullable(ImageUrl)),
  template_image_base64: Type.Optional(Nullable(Type.String(describedBase64))),
  template_mime_type: Type.Optional(Nullable(MimeType)),
};

export const NewForm = Input({ name: Name, ...newFormMembers });
export type NewForm = Static<typeof NewForm>;

/** The dashboard can also create an inactive form, as a draft. */
export const NewFormOrDraft = Input({ ...NewForm.properties, is_active: Type.Optional(Type.Boolean()) });
export type NewFormOrDraft = Static<typeof NewFormOrDraft>;

/**
 * The body of two operations on one path: import a library form, or create a form. Without `action`, a form is created.
 */
export const FormPostBody = Input({
  action: Type.Optional(OneOf(['import', 'create'])),
  template_id: Type.Optional(Nullable(Uuid)),
  name: Type.Optional(Name),
  ...newFormMembers,
});
export type FormPostBody = Static<typeof FormPostBody>;

const ImportedForm = Input(
  {
    action: OneOf(['import'], { description: 'Imports a form from the platform library.' }),
    template_id: About('The id of the library form to copy.', Uuid),
  },
  { title: 'FormImport', description: 'A form to copy from the platform library.' },
);

const needs = (member: string) => ({ required: [member], properties: { [member]: Type.String() } });

const CreatedForm = Type.Unsafe<FormPostBody>({
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

/** The schema in the API reference: one variant to create a form and one to import a form. */
export const FormPostBodySchema = Type.Unsafe<FormPostBody>({ oneOf: [CreatedForm, ImportedForm] });

export const FormChanges = Input(
  {
    name: Type.Optional(Name),
    aliases: Type.Optional(Aliases),
    is_active: Type.Optional(Type.Boolean({ description: 'True if glasses get the form.' })),
    category: Type.Optional(Nullable(Category)),
    fields: Type.Optional(FormFields),
    template_image_url: Type.Optional(ImageUrl),
    template_mime_type: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 100,
          description:
            'The media type of the template. ' +
            'If omitted, a new picture has the type of its bytes, and a changed URL keeps the current type.',
        }),
      ),
    ),
  },
  { title: 'FormChanges', description: 'Changes of a form. Omitted members stay, null clears a member.' },
);
/** The changes that the dashboard can send, which include a new template image. */
const PictureChanges = Input({
  ...FormChanges.properties,
  template_image_base64: newFormMembers.template_image_base64,
});
export type FormChanges = Static<typeof PictureChanges>;
const FormEdit = Input({ ...PictureChanges.properties, expected: ExpectedValuesInput });

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

/** A form that glasses may fill in. */
export const ActiveForm = Answer(
  {
    id: formMembers.id,
    name: formMembers.name,
    aliases: formMembers.aliases,
    category: formMembers.category,
    template_image_url: formMembers.template_image_url,
    template_mime_type: formMembers.template_mime_type,
    fields: FormFields,
  },
  { title: 'ActiveForm', description: 'A form that glasses may fill in.' },
);
export type ActiveForm = Static<typeof ActiveForm>;

export const FormCard = Answer({
  ...formMembers,
  thumbnail_url: Nullable(Type.String()),
  thumbnail_fault: Nullable(Type.String()),
  /** True for a form without a template file. A PDF of its fields is generated instead. */
  has_fields_only: Type.Boolean(),
  /** The number of submissions; 0 for library forms. */
  submission_count: Type.Integer(),
  /** For library forms: true if the account has already imported the form. */
  already_imported: Type.Boolean(),
  /** For library forms in the view of staff: the number of copies in all accounts; otherwise 0. */
  import_count: Type.Integer(),
});
export type FormCard = Static<typeof FormCard>;

export const FormCardFilter = Input({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  form_ids: Type.Optional(IdList),
  category: Type.Optional(Type.String({ maxLength: 100 })),
  is_active: Type.Optional(Type.Boolean()),
  ...Page,
});
export type FormCardFilter = Static<typeof FormCardFilter>;

export const FormCardPage = Answer({
  forms: Type.Array(FormCard),
  ...CountedPage,
  /** All categories of the account's forms, for the choices of the filter. */
  categories: Type.Array(Type.String()),
});
export type FormCardPage = Static<typeof FormCardPage>;

export const FORM_BODY_LIMIT_BYTES = 15 * 1024 * 1024;
/** The deadline of requests with an image, because storing 10 MB can be slow. */
export const FORM_IMAGE_DEADLINE_MS = 20_000;

/** A form is published or withdrawn with a change of `is_active`. */
export const formsApi = defineDashboardApi(
  {
    'GET /forms': { role: 'member', query: FormCardFilter, answer: FormCardPage },
    'POST /forms': {
      role: 'admin',
      for_platform: true,
      body: NewFormOrDraft,
      answer: Form,
      status: 201,
      deadline_ms: FORM_IMAGE_DEADLINE_MS,
    },
    'PUT /forms': {
      role: 'admin',
      for_platform: true,
      query: FormRef,
      body: FormEdit,
      answer: Form,
      deadline_ms: FORM_IMAGE_DEADLINE_MS,
    },
    'DELETE /forms': { role: 'admin', query: FormRef, answer: DeletedForm },
    'GET /form': { role: 'member', for_platform: true, query: FormRef, answer: Form },
    'GET /forms/library': { role: 'member', query: FormCardFilter, answer: FormCardPage },
    'POST /forms/library': {
      role: 'admin',
      body: FormImport,
      answer: Form,
      status: 201,
      deadline_ms: FORM_IMAGE_DEADLINE_MS,
    },
    'GET /submissions': { role: 'member', query: SubmissionFilter, answer: SubmissionPage },
    'GET /submission': { role: 'member', query: FormRef, answer: Submission },
    'GET /staff/forms': { role: 'staff', query: FormCardFilter, answer: FormCardPage },
  },
  { body_limit_bytes: FORM_BODY_LIMIT_BYTES },
);
