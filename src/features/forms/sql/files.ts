import type { ThumbnailFault } from '../files/contract.ts';
import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { Form } from '../contract.ts';

export type ServedFile = { key: string; mime_type: string; etag: string };

/** Found only while its form exists. */
export async function findServedFile(
  db: Queryable,
  account_id: string,
  key: string,
): Promise<ServedFile | undefined> {
  const [file] = await db<ServedFile[]>`
    select
      ${key}::text as key,
      case when form.template_key = ${key} then form.template_mime_type else 'image/webp' end as mime_type,
      ${key.slice(-32)}::text as etag
    from forms as form
    where form.account_id = ${account_id}
      and (form.template_key = ${key} or form.thumbnail_key = ${key})`;
  return file;
}

export type SheetForm = Pick<Form, 'name' | 'category' | 'fields'>;

/** The form without paper that has this path. */
export async function findSheet(
  db: Queryable,
  account_id: string,
  path: string,
): Promise<SheetForm | undefined> {
  const [form] = await db<SheetForm[]>`
    select form.name, form.category, form.fields
    from forms as form
    where form.account_id = ${account_id}
      and form.template_image_url = ${path}`;
  return form;
}

export type DueThumbnail = { account_id: string; id: string; template_key: string; attempts: number };

// across accounts: one worker makes the thumbnails of the whole installation
export function areThumbnailsDue(db: Queryable, now: Date): Fragment {
  return db`
    exists (
      select 1
      from forms as waiting
      where waiting.thumbnail_due_at <= ${now}
    )`;
}

export type WaitingThumbnail = { account_id: string; id: string };

// across accounts: one worker makes the thumbnails of the whole installation
export async function listDueThumbnails(
  db: Queryable,
  { now, limit, after, except }: { now: Date; limit: number; after?: string; except: ReadonlySet<string> },
): Promise<WaitingThumbnail[]> {
  return db<WaitingThumbnail[]>`
    select waiting.account_id, waiting.id
    from forms as waiting
    where waiting.thumbnail_due_at <= ${now}
      ${after === undefined ? db`` : db`and waiting.account_id > ${after}`}
      ${except.size === 0 ? db`` : db`and waiting.account_id <> all(${[...except]}::uuid[])`}
    order by waiting.account_id, waiting.thumbnail_due_at
    limit ${limit}`;
}

/** Undefined where another worker has it. */
export async function claimThumbnail(
  db: Queryable,
  account_id: string,
  id: string,
  claim: { now: Date; lease_until: Date },
): Promise<DueThumbnail | undefined> {
  const [claimed] = await db<DueThumbnail[]>`
    update forms as form
    set thumbnail_due_at = ${claim.lease_until},
        thumbnail_attempts = form.thumbnail_attempts + 1
    from (
      select waiting.id
      from forms as waiting
      where waiting.account_id = ${account_id}
        and waiting.id = ${id}
        and waiting.thumbnail_due_at <= ${claim.now}
      for update skip locked
    ) as due
    where form.account_id = ${account_id}
      and form.id = due.id
    returning form.account_id, form.id, form.template_key, form.thumbnail_attempts as attempts`;
  return claimed;
}

/** False when the form has another picture or was deleted. */
export async function saveThumbnail(
  db: Queryable,
  account_id: string,
  { id, template_key }: Pick<DueThumbnail, 'id' | 'template_key'>,
  thumbnail_key: string,
): Promise<boolean> {
  const saved = await db`
    update forms
    set thumbnail_key = ${thumbnail_key},
        thumbnail_due_at = null
    where account_id = ${account_id}
      and id = ${id}
      and template_key = ${template_key}
      and thumbnail_key is null
    returning id`;
  return saved.length === 1;
}

/** An attempt that failed: when the next one is due, or why there is none. */
export type FailedThumbnail = { attempts: number } & (
  | { due_at: Date; fault: null }
  | { due_at: null; fault: ThumbnailFault }
);

/** A thumbnail that was saved meanwhile stays. */
export async function postponeThumbnail(
  db: Queryable,
  account_id: string,
  { id, template_key }: Pick<DueThumbnail, 'id' | 'template_key'>,
  { due_at, attempts, fault }: FailedThumbnail,
): Promise<void> {
  await db`
    update forms
    set thumbnail_due_at = ${due_at},
        thumbnail_attempts = ${attempts},
        thumbnail_fault = ${fault}
    where account_id = ${account_id}
      and id = ${id}
      and template_key = ${template_key}
      and thumbnail_key is null`;
}

// across accounts: unreferenced files have no account
export async function listKnownKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select form.template_key as key
    from forms as form
    where form.template_key = any(${keys}::text[])
    union all
    select form.thumbnail_key as key
    from forms as form
    where form.thumbnail_key = any(${keys}::text[])`;
  return new Set(rows.map(({ key }) => key));
}
