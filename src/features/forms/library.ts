import type { Context } from '../../access/context.ts';
import { assertRoomToUpload } from '../../access/limits/limits.ts';
import { actAsPlatform, PLATFORM_ACCOUNT_ID, type PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import type { FormCardFilter, FormCardPage, Form, FormPage, NewForm } from './contract.ts';
import { addForm, createFormWithTemplate, listForms, listFormCardsInScope } from './forms.ts';
import { isTemplateServedByThisService, templateRowForGeneratedPdf } from './sheet/sheet.ts';
import * as queries from './sql/forms.ts';
import { FORM_FILE_AREA, MAX_TEMPLATE_BYTES } from './template.ts';

/** Lists the published forms of the platform library, newest first. */
export function listLibraryForms(ctx: Context, page: { limit: number; offset: number }): Promise<FormPage> {
  return listForms({ ...ctx, account_id: PLATFORM_ACCOUNT_ID }, page);
}

/** Lists the library for the dashboard, with filters. Forms that the account has already imported are marked. */
export function listLibraryFormCards(ctx: Context, filter: FormCardFilter): Promise<FormCardPage> {
  const scope = { account_id: PLATFORM_ACCOUNT_ID, importing_account_id: ctx.account_id };
  return listFormCardsInScope(ctx, scope, { ...filter, is_active: true });
}

/** Copies a library form and its file into the account. Later changes of the original do not affect the copy. */
export async function importLibraryForm(ctx: Context, template_id: string): Promise<Form> {
  const { db, now } = ctx;
  const original = await queries.findLibraryFormToCopy(db, PLATFORM_ACCOUNT_ID, template_id);
  if (!original) throw notFound('Form');
  const { template_key: key, ...rest } = original;
  if (key !== null) await assertRoomToUpload(db, ctx, 'forms');
  return addForm(ctx, {
    ...rest,
    thumbnail_due_at: hasThumbnail(original) ? now : null,
    ...(key === null ? { template_key: null, template_bytes: null } : await copyFile(ctx, key)),
    ...(key === null &&
      isTemplateServedByThisService(original) &&
      templateRowForGeneratedPdf(ctx.account_id)),
    id: newId(now),
    source: 'library',
    is_active: true,
    imported_from: template_id,
    created_at: now,
    updated_at: now,
  });
}

/** Lists the library for staff, including drafts, with the number of copies in all accounts. */
export function listLibraryFormCardsForStaff(
  platform: PlatformContext,
  filter: FormCardFilter,
): Promise<FormCardPage> {
  return listFormCardsInScope(
    platform,
    { account_id: PLATFORM_ACCOUNT_ID, importing_account_id: PLATFORM_ACCOUNT_ID },
    filter,
  );
}

export function createLibraryForm(platform: PlatformContext, input: NewForm): Promise<Form> {
  return createFormWithTemplate(actAsPlatform(platform), input);
}

async function copyFile({ tools: { files } }: Context, key: string) {
  const original = await files.open(key);
  if (!original) throw notFound('Form');
  const copy = await files.put(FORM_FILE_AREA, original.content, { max_bytes: MAX_TEMPLATE_BYTES });
  return { template_key: copy.key, template_bytes: copy.bytes };
}

function hasThumbnail({ template_key, template_mime_type }: queries.FormToImport): boolean {
  return template_key !== null && template_mime_type !== 'application/pdf';
}
