import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../access/context.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../access/editConflict.ts';
import { assertBelowLimit, assertFileSpace, assertRoomToUpload } from '../../access/limits/limits.ts';
import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { formReasons } from './reasons.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { newId } from '../../lib/ids.ts';
import { afterCommit, transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findLastChange } from '../../audit/lastChange.ts';
import type {
  ActiveForm,
  FormCardFilter,
  FormCardPage,
  DeletedForm,
  Form,
  FormChanges,
  FormPage,
  NewFormOrDraft,
} from './contract.ts';
import { assertExactNumbers } from './fields.ts';
import * as cards from './sql/cards.ts';
import * as queries from './sql/forms.ts';
import { isTemplateServedByThisService, templateRowForGeneratedPdf } from './sheet/sheet.ts';
import {
  DEFAULT_TEMPLATE_MIME_TYPE,
  storeTemplateImage,
  parseTemplateMimeType,
  type TemplatePicture,
} from './template.ts';

const MOST_ON_GLASSES = 200;
/** The thumbnail columns of a form with a new image. */
const NO_THUMBNAIL = { thumbnail_key: null, thumbnail_attempts: 0, thumbnail_fault: null };

/** Creates a form. The image is stored before the row; if the insert fails, a background job deletes the file. */
export async function createFormWithTemplate(ctx: Context, input: NewFormOrDraft): Promise<Form> {
  assertExactNumbers(input.fields, 'fields');
  return createWith(
    ctx,
    input,
    await keep(ctx, { ...input, default_mime_type: DEFAULT_TEMPLATE_MIME_TYPE }, 'forms'),
  );
}

/** Creates a form with the given template image, or without one. In that case a PDF of its fields is generated. */
export async function createForm(ctx: Context, input: NewFormOrDraft): Promise<Form> {
  const { template_image_url, template_image_base64 } = input;
  if (typeof (template_image_url ?? template_image_base64) === 'string')
    return createFormWithTemplate(ctx, input);
  assertExactNumbers(input.fields, 'fields');
  return createWith(ctx, input, templateRowForGeneratedPdf(ctx.account_id));
}

function createWith(ctx: Context, input: NewFormOrDraft, template: queries.TemplateRow): Promise<Form> {
  const { now } = ctx;
  return addForm(ctx, {
    ...template,
    id: newId(now),
    name: input.name,
    aliases: input.aliases ?? [],
    category: input.category ?? null,
    fields: input.fields ?? [],
    source: ctx.account_id === PLATFORM_ACCOUNT_ID ? 'platform' : 'custom',
    is_active: input.is_active ?? true,
    imported_from: null,
    created_at: now,
    updated_at: now,
  });
}

export async function addForm(ctx: Context, row: queries.FormRow): Promise<Form> {
  const { db, account_id, tools } = ctx;
  return transaction(db, async (tx) => {
    await assertBelowLimit(tx, ctx, 'forms');
    await assertFileSpace(tx, account_id, row.template_bytes ?? 0);
    const form = await queries.insertForm(tx, account_id, row);
    const action = row.imported_from === null ? 'form.created' : 'form.imported';
    await recordAudit(tx, ctx, { action, target_id: row.id, details: { name: row.name } });
    return withAddresses(form, tools.public_url);
  });
}

/** Lists the forms of the account, newest first, including inactive forms. */
export async function listForms(
  { db, account_id, tools }: Context,
  { limit, offset }: { limit: number; offset: number },
): Promise<FormPage> {
  const forms = await queries.listForms(db, account_id, { limit, offset });
  return { forms: forms.map((form) => withAddresses(form, tools.public_url)), limit, offset };
}

/** Lists forms for the dashboard, with filters, thumbnails and counts. */
export async function listFormCards(ctx: Context, filter: FormCardFilter): Promise<FormCardPage> {
  return listFormCardsInScope(
    ctx,
    { account_id: ctx.account_id, importing_account_id: ctx.account_id },
    filter,
  );
}

export async function listFormCardsInScope(
  { db, tools }: Pick<Context, 'db' | 'tools'>,
  scope: cards.FormCardScope,
  filter: FormCardFilter,
): Promise<FormCardPage> {
  const { forms, total } = await cards.listFormCards(db, scope, filter);
  const categories = await cards.listFormCategories(db, scope.account_id);
  const { limit, offset } = filter;
  return {
    forms: forms.map((form) => withAddresses(form, tools.public_url)),
    total,
    limit,
    offset,
    categories,
  };
}

/** Reads a form of the account, or a published form of the library. */
export async function readForm({ db, account_id, tools }: Context, id: string): Promise<Form> {
  const form = await queries.findForm(db, account_id, id);
  if (!form) throw notFound('Form');
  return withAddresses(form, tools.public_url);
}

export async function listActiveForms({ db, account_id, tools }: Context): Promise<ActiveForm[]> {
  const forms = await queries.listActiveForms(db, account_id, MOST_ON_GLASSES);
  return forms.map((form) => withAddresses(form, tools.public_url));
}

type FormEditRules = {
  /** Throws if the changed form is not allowed, such as an active form without fields. */
  assertFit?: (form: Form) => void;
  /** The values that the page showed; a 409 if another edit has changed them meanwhile. */
  expected?: ExpectedValues;
};

export async function changeForm(
  ctx: Context,
  id: string,
  { template_image_url, template_image_base64, template_mime_type, ...members }: FormChanges,
  { assertFit = () => {}, expected }: FormEditRules = {},
): Promise<Form> {
  const { db, account_id, now, tools } = ctx;
  const current = await readOwnForm(ctx, id);
  if (!isDeepStrictEqual(members.fields, current.fields)) assertExactNumbers(members.fields, 'fields');
  const sent = { template_image_url, template_image_base64, template_mime_type };
  const picture = { ...sent, default_mime_type: laterType(sent, current) };
  const template = isNewPicture(picture, current) ? await keep(ctx, picture) : undefined;
  const changes = { ...members, ...(template ?? newType(template_mime_type, current)) };
  const changed = await transaction(db, async (tx) => {
    const before = await queries.lockForm(tx, account_id, id);
    if (!before) throw notFound('Form');
    await assertNoEditConflict({
      expected,
      changes: members,
      current: withAddresses(asForm(before), tools.public_url),
      findLastChange: (changed) =>
        findLastChange(tx, account_id, { target_id: id, actions: ['form.changed'] }, changed),
    });
    if (members.fields !== undefined || members.is_active !== undefined)
      assertFit({ ...asForm(before), ...members });
    const changed = changedMembers(before, changes);
    if (hasNoMembers(changed)) return asForm(before);
    if (!template) assertTypeFits(before, changes);
    await assertFileSpace(tx, account_id, (template?.template_bytes ?? 0) - (before.template_bytes ?? 0));
    const update = { ...changed, ...(template && NO_THUMBNAIL), updated_at: now };
    const after = await queries.updateForm(tx, account_id, id, update);
    await recordAudit(tx, ctx, {
      action: 'form.changed',
      target_id: id,
      details: { members: Object.keys(changed) },
    });
    if (template) afterCommit(tx, () => discard(tools.files, before));
    return after;
  });
  return withAddresses(changed, tools.public_url);
}

/** Deletes a form and its files permanently. Its submissions remain. */
export async function deleteForm(ctx: Context, id: string): Promise<DeletedForm> {
  const { db, account_id, tools } = ctx;
  const deleted = await transaction(db, async (tx) => {
    const deleted = await queries.deleteForm(tx, account_id, id);
    if (!deleted) throw notFound('Form');
    await recordAudit(tx, ctx, { action: 'form.deleted', target_id: id, details: { name: deleted.name } });
    return deleted;
  });
  discard(tools.files, deleted);
  return { deleted: true, id };
}

/** Removes the files without waiting. If this fails, a background job deletes the files later. */
function discard(files: FileStore, { template_key, thumbnail_key }: queries.FormFileKeys): void {
  for (const key of [template_key, thumbnail_key]) {
    if (key !== null) void files.remove(key).catch(() => undefined);
  }
}

async function keep(ctx: Context, picture: TemplatePicture, kind?: 'forms') {
  if (typeof picture.template_image_base64 === 'string') await assertRoomToUpload(ctx.db, ctx, kind);
  return storeTemplateImage(ctx, picture);
}

/** True if the request contains a new image. Sending the current URL again is not a change. */
function isNewPicture(
  { template_image_url, template_image_base64 }: TemplatePicture,
  current: Form,
): boolean {
  if (typeof template_image_base64 === 'string') return true;
  return typeof template_image_url === 'string' && template_image_url !== current.template_image_url;
}

/**
 * The MIME type to assume for a new image: none for uploaded bytes, which are inspected, or the current type for a URL.
 */
function laterType(
  { template_image_base64 }: Omit<TemplatePicture, 'default_mime_type'>,
  current: Form,
): string | undefined {
  return typeof template_image_base64 === 'string' ? undefined : current.template_mime_type;
}

function newType(
  sent: TemplatePicture['template_mime_type'],
  current: Form,
): { template_mime_type?: string } {
  const type = parseTemplateMimeType(sent);
  return type === undefined || type === current.template_mime_type ? {} : { template_mime_type: type };
}

/** 400 for a new MIME type of an image that this service stores, because its type was determined from its bytes. */
function assertTypeFits(before: Form & queries.FormFileKeys, { template_mime_type }: Partial<Form>): void {
  if (template_mime_type === undefined || !isTemplateServedByThisService(before)) return;
  throw badRequest(
    'template_mime_type',
    formReasons.stored_picture_type({ found: before.template_mime_type }),
  );
}

async function readOwnForm(ctx: Context, id: string): Promise<Form> {
  const form = await readForm(ctx, id);
  if (form.is_platform_library !== (ctx.account_id === PLATFORM_ACCOUNT_ID)) throw notFound('Form');
  return form;
}

function asForm({ template_key, thumbnail_key, template_bytes, ...form }: queries.FormForUpdate): Form {
  return form;
}

type Pictured = { template_image_url: string | null; thumbnail_url?: string | null };

/** Converts stored paths to absolute URLs. */
function withAddresses<F extends Pictured>(form: F, public_url: string): F {
  const { template_image_url, thumbnail_url } = form;
  return {
    ...form,
    template_image_url: addressOf(template_image_url, public_url),
    ...(thumbnail_url !== undefined && { thumbnail_url: addressOf(thumbnail_url, public_url) }),
  };
}

function addressOf(url: string | null, public_url: string): string | null {
  return url?.startsWith('/') ? public_url + url : url;
}
