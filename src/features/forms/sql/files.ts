import type { ClaimedItem, QueueTable } from '../../../lib/concurrency/queue/queue.ts';
import type { Queryable } from '../../../lib/sql/sql.ts';
import type { Form } from '../contract.ts';

export type FormFile = { key: string; mime_type: string; etag: string };

/** Finds a file only if a form references it, so that URLs stop working when their form is deleted. */
export async function findReferencedFile(
  db: Queryable,
  account_id: string,
  key: string,
): Promise<FormFile | undefined> {
  const [file] = await db<FormFile[]>`
    select
      ${key}::text as key,
      case when form.template_key = ${key} then form.template_mime_type else 'image/webp' end as mime_type,
      ${key.slice(-32)}::text as etag
    from forms as form
    where form.account_id = ${account_id}
      and (form.template_key = ${key} or form.thumbnail_key = ${key})`;
  return file;
}

export type FormForPdf = Pick<Form, 'name' | 'category' | 'fields'>;

/** Finds the form without a template file whose generated PDF has this path. */
export async function findFormByPdfPath(
  db: Queryable,
  account_id: string,
  path: string,
): Promise<FormForPdf | undefined> {
  const [form] = await db<FormForPdf[]>`
    select form.name, form.category, form.fields
    from forms as form
    where form.account_id = ${account_id}
      and form.template_image_url = ${path}`;
  return form;
}

export type DueThumbnail = ClaimedItem & { template_key: string };

/**
 * The queue columns of thumbnails. A new image resets the due time and so ends the claim, which prevents storing a
 * thumbnail of the previous image.
 */
export const THUMBNAIL_QUEUE_TABLE: QueueTable<DueThumbnail> = {
  table: 'forms',
  key: 'id',
  lease: { due_at: 'thumbnail_due_at', attempts: 'thumbnail_attempts' },
  columns: ['template_key'],
  due: (db, now) => db`waiting.thumbnail_due_at <= ${now}`,
};

// across accounts: unreferenced files have no account
export async function listReferencedFileKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
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
