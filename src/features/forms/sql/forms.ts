import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { ActiveForm, Form } from '../contract.ts';

export type TemplateRow = {
  template_image_url: string | null;
  template_key: string | null;
  template_sha256: string | null;
  template_bytes: number | null;
  template_mime_type: string;
  /** The time at which the thumbnail is due; null for templates without a thumbnail, such as a PDF. */
  thumbnail_due_at: Date | null;
};

export type FormRow = TemplateRow &
  Pick<Form, 'id' | 'name' | 'aliases' | 'category' | 'source' | 'is_active' | 'imported_from' | 'fields'> & {
    created_at: Date;
    updated_at: Date;
  };

/** The files of a deleted or changed form, which the caller removes after the commit. */
export type FormFileKeys = { template_key: string | null; thumbnail_key: string | null };

export async function insertForm(
  tx: Transaction,
  account_id: string,
  { fields, ...row }: FormRow,
): Promise<Form> {
  const [form] = await tx<[Form]>`
    insert into forms as form (
      account_id, id, name, aliases, category, source, is_active, imported_from, fields,
      template_image_url, template_key, template_sha256, template_bytes, template_mime_type, thumbnail_due_at,
      created_at, updated_at
    )
    values (
      ${account_id}, ${row.id}, ${row.name}, ${row.aliases}, ${row.category}, ${row.source}, ${row.is_active},
      ${row.imported_from}, ${asJson(tx, fields)}, ${row.template_image_url}, ${row.template_key},
      ${row.template_sha256}, ${row.template_bytes}, ${row.template_mime_type}, ${row.thumbnail_due_at},
      ${row.created_at}, ${row.updated_at}
    )
    returning ${formColumns(tx)}`;
  return form;
}

/** Finds a form of the account, or a published form of the library. */
export async function findForm(db: Queryable, account_id: string, id: string): Promise<Form | undefined> {
  return (await findOwnForm(db, account_id, id)) ?? findLibraryForm(db, id);
}

async function findOwnForm(db: Queryable, account_id: string, id: string): Promise<Form | undefined> {
  const [form] = await db<Form[]>`
    select ${formColumns(db)}
    from forms as form
    where form.account_id = ${account_id}
      and form.id = ${id}`;
  return form;
}

// across accounts: the library belongs to the platform
async function findLibraryForm(db: Queryable, id: string): Promise<Form | undefined> {
  const [form] = await db<Form[]>`
    select ${formColumns(db)}
    from forms as form
    where form.account_id = ${PLATFORM_ACCOUNT_ID}
      and form.id = ${id}
      and form.is_active`;
  return form;
}

/** The columns of a library form that an import copies. */
export type FormToImport = Pick<
  FormRow,
  | 'name'
  | 'aliases'
  | 'category'
  | 'fields'
  | 'template_image_url'
  | 'template_key'
  | 'template_sha256'
  | 'template_mime_type'
>;

export async function findLibraryFormToCopy(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<FormToImport | undefined> {
  const [original] = await db<FormToImport[]>`
    select
      form.name, form.aliases, form.category, form.fields, form.template_image_url, form.template_key,
      form.template_sha256, form.template_mime_type
    from forms as form
    where form.account_id = ${account_id}
      and form.id = ${id}
      and form.is_active`;
  return original;
}

export type FormForUpdate = Form & FormFileKeys & Pick<FormRow, 'template_bytes'>;

/** Locks a form of the account until the transaction ends. */
export async function lockForm(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<FormForUpdate | undefined> {
  const [form] = await tx<FormForUpdate[]>`
    select ${formColumns(tx)}, form.template_key, form.thumbnail_key, form.template_bytes
    from forms as form
    where form.account_id = ${account_id}
      and form.id = ${id}
    for update of form`;
  return form;
}

export type FormUpdate = Partial<
  Omit<FormRow, 'id' | 'source' | 'imported_from' | 'created_at' | 'fields'> & {
    thumbnail_key: null;
    thumbnail_attempts: number;
    thumbnail_fault: null;
  }
>;

export async function updateForm(
  tx: Transaction,
  account_id: string,
  id: string,
  { fields, ...update }: FormUpdate & { fields?: Form['fields'] },
): Promise<Form> {
  const [form] = await tx<[Form]>`
    update forms as form
    set ${tx(update)}
      ${fields === undefined ? tx`` : tx`, fields = ${asJson(tx, fields)}`}
    where form.account_id = ${account_id}
      and form.id = ${id}
    returning ${formColumns(tx)}`;
  return form;
}

export async function deleteForm(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<(FormFileKeys & { name: string }) | undefined> {
  const [deleted] = await tx<(FormFileKeys & { name: string })[]>`
    delete from forms
    where account_id = ${account_id}
      and id = ${id}
    returning template_key, thumbnail_key, name`;
  return deleted;
}

/** Lists forms, newest first. Unpublished library forms are omitted. */
export async function listForms(
  db: Queryable,
  account_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Form[]> {
  return db<Form[]>`
    select ${formColumns(db)}
    from forms as form
    where form.account_id = ${account_id}
      ${account_id === PLATFORM_ACCOUNT_ID ? db`and form.is_active` : db``}
    order by form.created_at desc, form.id desc
    limit ${limit}
    offset ${offset}`;
}

export async function listActiveForms(
  db: Queryable,
  account_id: string,
  limit: number,
): Promise<ActiveForm[]> {
  return db<ActiveForm[]>`
    select
      form.id, form.name, form.aliases, form.category, ${templateUrl(db)} as template_image_url,
      form.template_mime_type, form.fields
    from forms as form
    where form.account_id = ${account_id}
      and form.is_active
    order by form.name, form.id
    limit ${limit}`;
}

// across accounts: columns of a statement that filters by account
export function formColumns(db: Queryable): Fragment {
  return db`
    form.id,
    form.name,
    form.aliases,
    form.category,
    form.source,
    form.is_active,
    form.account_id = ${PLATFORM_ACCOUNT_ID} as is_platform_library,
    form.imported_from,
    ${templateUrl(db)} as template_image_url,
    form.template_mime_type,
    json_array_length(form.fields) as field_count,
    form.fields,
    form.created_at,
    form.updated_at`;
}

function templateUrl(db: Queryable): Fragment {
  return db`coalesce(form.template_image_url, ${fileUrl(db, 'template_key')})`;
}

/** The path of the file's URL. */
// across accounts: a column of a statement that filters by account
export function fileUrl(db: Queryable, column: 'template_key' | 'thumbnail_key'): Fragment {
  const key = db.unsafe(`form.${column}`);
  return db`('/files/' || form.account_id::text || '/' || split_part(${key}, '/', 2))`;
}

/** Passes JSON as text with a cast to `json`, because the driver would use `jsonb`, which reorders members. */
function asJson(db: Queryable, fields: Form['fields']): Fragment {
  return db`${JSON.stringify(fields)}::text::json`;
}
