import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../access/context.ts';
import { assertRoom, assertRoomForFile, assertRoomToUpload } from '../../access/limits/limits.ts';
import { PLATFORM } from '../../access/platform.ts';
import { changedMembers, isEmpty } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { formReasons } from './reasons.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { newId } from '../../lib/ids.ts';
import { afterCommit, transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import type {
  ActiveForm,
  CardFilter,
  CardPage,
  DeletedForm,
  Form,
  FormChanges,
  FormPage,
  NewOrDraft,
} from './contract.ts';
import { assertExactNumbers } from './fields.ts';
import * as cards from './sql/cards.ts';
import * as queries from './sql/forms.ts';
import { isGeneratedTemplate, blankTemplate } from './sheet/sheet.ts';
import { DEFAULT_TYPE, storeTemplate, readType, type TemplatePicture } from './template.ts';

const MOST_ON_GLASSES = 200;
/** A new picture has none yet, whatever became of the former one. */
const NO_THUMBNAIL = { thumbnail_key: null, thumbnail_attempts: 0, thumbnail_fault: null };

/** Stores the picture before the row; a file left by a failure is collected later. */
export async function createForm(ctx: Context, input: NewOrDraft): Promise<Form> {
  assertExactNumbers(input.fields, 'fields');
  return createWith(ctx, input, await keep(ctx, { ...input, otherwise: DEFAULT_TYPE }, 'forms'));
}

/** A form with the template that was sent, or else with a plain sheet. */
export async function createFormOrDraft(ctx: Context, input: NewOrDraft): Promise<Form> {
  const { template_image_url, template_image_base64 } = input;
  if (typeof (template_image_url ?? template_image_base64) === 'string') return createForm(ctx, input);
  assertExactNumbers(input.fields, 'fields');
  return createWith(ctx, input, blankTemplate(ctx.account_id));
}

function createWith(ctx: Context, input: NewOrDraft, template: queries.TemplateRow): Promise<Form> {
  const { now } = ctx;
  return addForm(ctx, {
    ...template,
    id: newId(now),
    name: input.name,
    aliases: input.aliases ?? [],
    category: input.category ?? null,
    fields: input.fields ?? [],
    source: ctx.account_id === PLATFORM ? 'platform' : 'custom',
    is_active: input.is_active ?? true,
    imported_from: null,
    created_at: now,
    updated_at: now,
  });
}

export async function addForm(ctx: Context, row: queries.FormRow): Promise<Form> {
  const { db, account_id, tools } = ctx;
  return transaction(db, async (tx) => {
    await assertRoom(tx, ctx, 'forms');
    await assertRoomForFile(tx, account_id, row.template_bytes ?? 0);
    const form = await queries.insertForm(tx, account_id, row);
    const action = row.imported_from === null ? 'form.created' : 'form.imported';
    await recordAudit(tx, ctx, { action, target_id: row.id, details: { name: row.name } });
    return withAddresses(form, tools.public_url);
  });
}

/** Newest first, inactive ones included. */
export async function listForms(
  { db, account_id, tools }: Context,
  { limit, offset }: { limit: number; offset: number },
): Promise<FormPage> {
  const forms = await queries.listForms(db, account_id, { limit, offset });
  return { forms: forms.map((form) => withAddresses(form, tools.public_url)), limit, offset };
}

/** Lists forms for the dashboard, with search and pictures. */
export async function listFormCards(ctx: Context, filter: CardFilter): Promise<CardPage> {
  return listCards(ctx, { account_id: ctx.account_id, seen_by: ctx.account_id }, filter);
}

export async function listCards(
  { db, tools }: Pick<Context, 'db' | 'tools'>,
  scope: cards.CardScope,
  filter: CardFilter,
): Promise<CardPage> {
  const { forms, total } = await cards.listCards(db, scope, filter);
  const categories = await cards.listCategories(db, scope.account_id);
  const { limit, offset } = filter;
  return {
    forms: forms.map((form) => withAddresses(form, tools.public_url)),
    total,
    limit,
    offset,
    categories,
  };
}

/** A form of the account or a published one of the library. */
export async function readForm({ db, account_id, tools }: Context, id: string): Promise<Form> {
  const form = await queries.findForm(db, account_id, id);
  if (!form) throw notFound('Form');
  return withAddresses(form, tools.public_url);
}

export async function listActiveForms({ db, account_id, tools }: Context): Promise<ActiveForm[]> {
  const forms = await queries.listActiveForms(db, account_id, MOST_ON_GLASSES);
  return forms.map((form) => withAddresses(form, tools.public_url));
}

export async function changeForm(
  ctx: Context,
  id: string,
  { template_image_url, template_image_base64, template_mime_type, ...members }: FormChanges,
  assertFit: (form: Form) => void = () => {},
): Promise<Form> {
  const { db, account_id, now, tools } = ctx;
  const current = await readOwnForm(ctx, id);
  if (!isDeepStrictEqual(members.fields, current.fields)) assertExactNumbers(members.fields, 'fields');
  const sent = { template_image_url, template_image_base64, template_mime_type };
  const picture = { ...sent, otherwise: laterType(sent, current) };
  const template = isNewPicture(picture, current) ? await keep(ctx, picture) : undefined;
  const changes = { ...members, ...(template ?? newType(template_mime_type, current)) };
  const changed = await transaction(db, async (tx) => {
    const before = await queries.lockForm(tx, account_id, id);
    if (!before) throw notFound('Form');
    if (members.fields !== undefined || members.is_active !== undefined)
      assertFit({ ...asForm(before), ...members });
    const changed = changedMembers(before, changes);
    if (isEmpty(changed)) return asForm(before);
    if (!template) assertTypeFits(before, changes);
    await assertRoomForFile(tx, account_id, (template?.template_bytes ?? 0) - (before.template_bytes ?? 0));
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

/** Final: the picture goes with the form, and submissions stay. */
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

/** Runs in the background; what cannot be removed is collected later. */
function discard(files: FileStore, { template_key, thumbnail_key }: queries.FormFiles): void {
  for (const key of [template_key, thumbnail_key]) {
    if (key !== null) void files.remove(key).catch(() => undefined);
  }
}

async function keep(ctx: Context, picture: TemplatePicture, kind?: 'forms') {
  if (typeof picture.template_image_base64 === 'string') await assertRoomToUpload(ctx.db, ctx, kind);
  return storeTemplate(ctx, picture);
}

/** A picture URL that equals the stored one is no new picture. */
function isNewPicture(
  { template_image_url, template_image_base64 }: TemplatePicture,
  current: Form,
): boolean {
  if (typeof template_image_base64 === 'string') return true;
  return typeof template_image_url === 'string' && template_image_url !== current.template_image_url;
}

/** A picture has the type of its bytes; a URL alone changes no type. */
function laterType(
  { template_image_base64 }: Omit<TemplatePicture, 'otherwise'>,
  current: Form,
): string | undefined {
  return typeof template_image_base64 === 'string' ? undefined : current.template_mime_type;
}

function newType(
  sent: TemplatePicture['template_mime_type'],
  current: Form,
): { template_mime_type?: string } {
  const type = readType(sent);
  return type === undefined || type === current.template_mime_type ? {} : { template_mime_type: type };
}

/** The type of a stored picture is known and cannot be changed. */
function assertTypeFits(before: Form & queries.FormFiles, { template_mime_type }: Partial<Form>): void {
  if (template_mime_type === undefined || !isGeneratedTemplate(before)) return;
  throw badRequest(
    'template_mime_type',
    formReasons.stored_picture_type({ found: before.template_mime_type }),
  );
}

async function readOwnForm(ctx: Context, id: string): Promise<Form> {
  const form = await readForm(ctx, id);
  if (form.is_platform_library !== (ctx.account_id === PLATFORM)) throw notFound('Form');
  return form;
}

function asForm({ template_key, thumbnail_key, template_bytes, ...form }: queries.LockedForm): Form {
  return form;
}

type Pictured = { template_image_url: string | null; thumbnail_url?: string | null };

/** Makes absolute URLs of stored paths. */
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
