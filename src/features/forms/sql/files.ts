import type { Claimed, QueueTable } from '../../../lib/concurrency/queue/queue.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
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

export type DueThumbnail = Claimed & { template_key: string };

/** Another picture sets the due time anew, so a thumbnail is written only for the picture that it was made of. */
export const THUMBNAILS: QueueTable<DueThumbnail> = {
  table: 'forms',
  key: 'id',
  lease: { due_at: 'thumbnail_due_at', attempts: 'thumbnail_attempts' },
  columns: ['template_key'],
  due: (db, now) => db`waiting.thumbnail_due_at <= ${now}`,
};

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
