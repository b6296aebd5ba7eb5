import { PLATFORM } from '../../../access/platform.ts';
import { pageOf, type Paged } from '../../../lib/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql.ts';
import type { ActiveForm, CardFilter, Form, FormCard } from '../contract.ts';

export type TemplateRow = {
  template_image_url: string | null;
  template_key: string | null;
  template_sha256: string | null;
  template_bytes: number | null;
  template_mime_type: string;
  /** When its thumbnail is due; null where none can be made. */
  thumbnail_due_at: Date | null;
};

export type FormRow = TemplateRow &
  Pick<Form, 'id' | 'name' | 'aliases' | 'category' | 'source' | 'is_active' | 'imported_from' | 'fields'> & {
    created_at: Date;
    updated_at: Date;
  };

/** Files without a reference once this transaction has committed. */
export type FormFiles = { template_key: string | null; thumbnail_key: string | null };

export async function insertForm(
  tx: Transaction,
  account_id: string,
  { fields, ...row }: FormRow,
): Promise<Form> {
  const [form] = await tx<[Form]>`
    with form as (
      insert into forms (
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
      returning *
    )
    select ${formColumns(tx)}
    from form`;
  return form;
}

/** A form of the account, or one that the library offers. */
export async function findForm(db: Queryable, account_id: string, id: string): Promise<Form | undefined> {
  const [form] = await db<Form[]>`
    select ${formColumns(db)}
    from forms as form
    where form.account_id in (${account_id}, ${PLATFORM})
      and form.id = ${id}
      and (form.account_id = ${account_id} or form.is_active)`;
  return form;
}

/** What a copy of a form in the library takes over. */
export type Original = Pick<
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

export async function findOriginal(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<Original | undefined> {
  const [original] = await db<Original[]>`
    select
      form.name, form.aliases, form.category, form.fields, form.template_image_url, form.template_key,
      form.template_sha256, form.template_mime_type
    from forms as form
    where form.account_id = ${account_id}
      and form.id = ${id}
      and form.is_active`;
  return original;
}

export type HeldForm = Form & FormFiles & Pick<FormRow, 'template_bytes'>;

/** Holds a form that the account may change. */
export async function lockForm(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<HeldForm | undefined> {
  const [form] = await tx<HeldForm[]>`
    select ${formColumns(tx)}, form.template_key, form.thumbnail_key, form.template_bytes
    from forms as form
    where form.account_id = ${account_id}
      and form.id = ${id}
    for update of form`;
  return form;
}

export type FormUpdate = Partial<
  Omit<FormRow, 'id' | 'source' | 'imported_from' | 'created_at' | 'fields'> & { thumbnail_key: null }
>;

export async function updateForm(
  tx: Transaction,
  account_id: string,
  id: string,
  { fields, ...update }: FormUpdate & { fields?: Form['fields'] },
): Promise<Form> {
  const [form] = await tx<[Form]>`
    with form as (
      update forms
      set ${tx(update)}
        ${fields === undefined ? tx`` : tx`, fields = ${asJson(tx, fields)}`}
      where account_id = ${account_id}
        and id = ${id}
      returning *
    )
    select ${formColumns(tx)}
    from form`;
  return form;
}

export async function deleteForm(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<(FormFiles & { name: string }) | undefined> {
  const [deleted] = await tx<(FormFiles & { name: string })[]>`
    delete from forms
    where account_id = ${account_id}
      and id = ${id}
    returning template_key, thumbnail_key, name`;
  return deleted;
}

/** Newest first; the library shows only what is published. */
export async function listForms(
  db: Queryable,
  account_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Form[]> {
  return db<Form[]>`
    select ${formColumns(db)}
    from forms as form
    where form.account_id = ${account_id}
      ${account_id === PLATFORM ? db`and form.is_active` : db``}
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

/** The account whose forms are listed, and the one whose copies and submissions are counted. */
export type CardScope = { account_id: string; seen_by: string };

export async function listCards(
  db: Queryable,
  { account_id, seen_by }: CardScope,
  filter: CardFilter,
): Promise<{ forms: FormCard[]; total: number }> {
  const rows = await db<Paged<FormCard>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from forms as form
      where form.account_id = ${account_id}
        ${matches(db, filter)}
    ) as matching
    left join lateral (
      select
        ${formColumns(db)},
        ${fileUrl(db, 'thumbnail_key')} as thumbnail_url,
        starts_with(form.template_image_url, '/') is true as has_fields_only,
        (
          select count(*)::int
          from form_submissions as submission
          where submission.account_id = form.account_id
            and submission.form_id = form.id
        ) as submission_count,
        exists (
          select 1
          from forms as copy
          where copy.account_id = ${seen_by}
            and copy.imported_from = form.id
        ) as already_imported,
        ${seen_by === PLATFORM ? copiesOf(db) : db`0`} as import_count
      from forms as form
      where form.account_id = ${account_id}
        ${matches(db, filter)}
      order by form.created_at desc, form.id desc
      limit ${filter.limit}
      offset ${filter.offset}
    ) as page on true
    order by page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { forms: shown, total };
}

export async function listCategories(db: Queryable, account_id: string): Promise<string[]> {
  const categories = await db<{ category: string }[]>`
    select distinct form.category
    from forms as form
    where form.account_id = ${account_id}
      and form.category is not null
    order by form.category`;
  return categories.map(({ category }) => category);
}

function matches(db: Queryable, { search = '', category, is_active }: CardFilter): Fragment {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = db`lower(concat_ws(' ', form.name, form.category, array_to_string(form.aliases, ' ')))`;
  return db`
    ${words.length === 0 ? db`` : words.map((word) => db`and strpos(${text}, ${word}) > 0`)}
    ${category === undefined ? db`` : db`and form.category = ${category}`}
    ${is_active === undefined ? db`` : db`and form.is_active = ${is_active}`}`;
}

function copiesOf(db: Queryable): Fragment {
  return db`(select count(*)::int from forms as copy where copy.imported_from = form.id)`;
}

function formColumns(db: Queryable): Fragment {
  return db`
    form.id,
    form.name,
    form.aliases,
    form.category,
    form.source,
    form.is_active,
    form.account_id = ${PLATFORM} as is_platform_library,
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

/** The path that serves the file. */
function fileUrl(db: Queryable, column: 'template_key' | 'thumbnail_key'): Fragment {
  const key = db.unsafe(`form.${column}`);
  return db`('/files/' || form.account_id || '/' || split_part(${key}, '/', 2))`;
}

/** As text, because the driver would write it as jsonb, which has an order of its own. */
function asJson(db: Queryable, fields: Form['fields']): Fragment {
  return db`${JSON.stringify(fields)}::text::json`;
}
