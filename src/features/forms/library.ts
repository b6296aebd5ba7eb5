import type { Context } from '../../access/context.ts';
import { assertRoomToUpload } from '../../access/limits/limits.ts';
import { actAsPlatform, PLATFORM, type Platform } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import type { CardFilter, CardPage, Form, FormPage, NewForm } from './contract.ts';
import { addForm, createForm, listForms, listCards } from './forms.ts';
import { isGeneratedTemplate, blankTemplate } from './sheet/sheet.ts';
import * as queries from './sql/forms.ts';
import { FILE_AREA, MAX_TEMPLATE_BYTES } from './template.ts';

/** The published forms of the library, newest first. */
export function listLibrary(ctx: Context, page: { limit: number; offset: number }): Promise<FormPage> {
  return listForms({ ...ctx, account_id: PLATFORM }, page);
}

/** Lists the library for the dashboard: search by name, alias and category; forms that the account has copied are marked. */
export function browseLibrary(ctx: Context, filter: CardFilter): Promise<CardPage> {
  const scope = { account_id: PLATFORM, seen_by: ctx.account_id };
  return listCards(ctx, scope, { ...filter, is_active: true });
}

/** Makes an independent copy for the account, file included. */
export async function importForm(ctx: Context, template_id: string): Promise<Form> {
  const { db, now } = ctx;
  const original = await queries.findOriginal(db, PLATFORM, template_id);
  if (!original) throw notFound('Form');
  const { template_key: key, ...rest } = original;
  if (key !== null) await assertRoomToUpload(db, ctx, 'forms');
  return addForm(ctx, {
    ...rest,
    thumbnail_due_at: hasThumbnail(original) ? now : null,
    ...(key === null ? { template_key: null, template_bytes: null } : await copyFile(ctx, key)),
    ...(key === null && isGeneratedTemplate(original) && blankTemplate(ctx.account_id)),
    id: newId(now),
    source: 'library',
    is_active: true,
    imported_from: template_id,
    created_at: now,
    updated_at: now,
  });
}

/** The library for staff: drafts included, with the number of copies. */
export function readLibrary(platform: Platform, filter: CardFilter): Promise<CardPage> {
  return listCards(platform, { account_id: PLATFORM, seen_by: PLATFORM }, filter);
}

export function addToLibrary(platform: Platform, input: NewForm): Promise<Form> {
  return createForm(actAsPlatform(platform), input);
}

async function copyFile({ tools: { files } }: Context, key: string) {
  const original = await files.open(key);
  if (!original) throw notFound('Form');
  const copy = await files.put(FILE_AREA, original.content, { max_bytes: MAX_TEMPLATE_BYTES });
  return { template_key: copy.key, template_bytes: copy.bytes };
}

function hasThumbnail({ template_key, template_mime_type }: queries.Original): boolean {
  return template_key !== null && template_mime_type !== 'application/pdf';
}
