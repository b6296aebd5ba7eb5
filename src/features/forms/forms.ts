import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../access/context.ts';
import { assertRoom, assertRoomForFile, assertRoomToUpload } from '../../access/limits/limits.ts';
import { PLATFORM } from '../../access/platform.ts';
import { badRequest, notFound } from '../../lib/errors.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { newId } from '../../lib/ids.ts';
import { afterCommit, transaction } from '../../lib/sql.ts';
import { audit } from '../audit/audit.ts';
import type {
  ActiveForm,
  CardFilter,
  CardPage,
  DeletedForm,
  Form,
  FormChanges,
  FormPage,
  NewForm,
} from './contract.ts';
import { assertExactNumbers } from './fields.ts';
import * as queries from './queries.ts';
import { DEFAULT_TYPE, keepTemplate, readType, typeOfUrl, type FormTools, type Picture } from './template.ts';

const MOST_ON_GLASSES = 200;

/** The picture is a whole file before its row is written; what a failure leaves of it is collected. */
export async function createForm(ctx: Context, tools: FormTools, input: NewForm): Promise<Form> {
  const { now } = ctx;
  assertExactNumbers(input.fields, 'fields');
  return addForm(ctx, tools, {
    ...(await keep(ctx, tools, { ...input, otherwise: DEFAULT_TYPE }, 'forms')),
    id: newId(now),
    name: input.name,
    aliases: input.aliases ?? [],
    category: input.category ?? null,
    fields: input.fields ?? [],
    source: ctx.account_id === PLATFORM ? 'platform' : 'custom',
    is_active: true,
    imported_from: null,
    created_at: now,
    updated_at: now,
  });
}

export async function addForm(ctx: Context, { public_url }: FormTools, row: queries.FormRow): Promise<Form> {
  const { db, account_id } = ctx;
  return transaction(
    db,
    async (tx) => {
      await assertRoom(tx, ctx, 'forms');
      await assertRoomForFile(tx, account_id, row.template_bytes ?? 0);
      const form = await queries.insertForm(tx, account_id, row, public_url);
      const action = row.imported_from === null ? 'form.created' : 'form.imported';
      await audit(tx, ctx, { action, target_id: row.id, details: { name: row.name } });
      return form;
    },
    { landed: (tx) => queries.findForm(tx, account_id, row.id, public_url) },
  );
}

/** Newest first, with those that are not active. */
export async function listForms(
  { db, account_id }: Pick<Context, 'db' | 'account_id'>,
  { public_url }: FormTools,
  { limit, offset }: { limit: number; offset: number },
): Promise<FormPage> {
  return { forms: await queries.listForms(db, account_id, { limit, offset }, public_url), limit, offset };
}

/** The same for people, who search and want to see pictures. */
export async function listFormCards(
  { db, account_id }: Context,
  { public_url }: FormTools,
  filter: CardFilter,
): Promise<CardPage> {
  const shelf = { account_id, seen_by: account_id };
  const page = await queries.listCards(db, shelf, filter, public_url);
  const categories = await queries.listCategories(db, account_id);
  return { ...page, limit: filter.limit, offset: filter.offset, categories };
}

/** One of the account, or one that the library offers. */
export async function readForm(
  { db, account_id }: Context,
  { public_url }: FormTools,
  id: string,
): Promise<Form> {
  const form = await queries.findForm(db, account_id, id, public_url);
  if (!form) throw notFound('Form');
  return form;
}

export function listActiveForms(
  { db, account_id }: Context,
  { public_url }: FormTools,
): Promise<ActiveForm[]> {
  return queries.listActiveForms(db, account_id, public_url, MOST_ON_GLASSES);
}

export async function changeForm(
  ctx: Context,
  tools: FormTools,
  id: string,
  { template_image_url, template_image_base64, template_mime_type, ...members }: FormChanges,
): Promise<Form> {
  const { db, account_id, now } = ctx;
  const { public_url } = tools;
  const current = await readOwnForm(ctx, tools, id);
  if (!isDeepStrictEqual(members.fields, current.fields)) assertExactNumbers(members.fields, 'fields');
  const sent = { template_image_url, template_image_base64, template_mime_type };
  const picture = { ...sent, otherwise: laterType(sent, current) };
  const template = isNewPicture(picture, current) ? await keep(ctx, tools, picture) : undefined;
  const changes = { ...members, ...(template ?? newType(template_mime_type, current)) };
  return transaction(db, async (tx) => {
    const before = await queries.lockForm(tx, account_id, id, public_url);
    if (!before) throw notFound('Form');
    if (Object.keys(changes).length === 0) return asForm(before);
    if (!template) assertTypeFits(before, changes);
    await assertRoomForFile(tx, account_id, (template?.template_bytes ?? 0) - (before.template_bytes ?? 0));
    const update = { ...changes, ...(template && { thumbnail_key: null }), updated_at: now };
    const after = await queries.updateForm(tx, account_id, id, update, public_url);
    await audit(tx, ctx, {
      action: 'form.changed',
      target_id: id,
      details: { members: Object.keys(update) },
    });
    if (template) afterCommit(tx, () => discard(tools.files, before));
    return after;
  });
}

/** Final: the picture goes with the form, and submissions stay. */
export async function deleteForm(ctx: Context, { files }: FormTools, id: string): Promise<DeletedForm> {
  const { db, account_id } = ctx;
  await transaction(db, async (tx) => {
    const deleted = await queries.deleteForm(tx, account_id, id);
    if (!deleted) throw notFound('Form');
    await audit(tx, ctx, { action: 'form.deleted', target_id: id, details: { name: deleted.name } });
    afterCommit(tx, () => discard(files, deleted));
  });
  return { deleted: true, id };
}

/** Nobody waits for it: what cannot be removed now is collected later. */
function discard(files: FileStore, { template_key, thumbnail_key }: queries.FormFiles): void {
  for (const key of [template_key, thumbnail_key]) {
    if (key !== null) void files.remove(key).catch(() => undefined);
  }
}

async function keep(ctx: Context, tools: FormTools, picture: Picture, kind?: 'forms') {
  if (typeof picture.template_image_base64 === 'string') await assertRoomToUpload(ctx.db, ctx, kind);
  return keepTemplate(tools, picture, ctx.now);
}

/** A form sent back as it was read keeps its picture. */
function isNewPicture({ template_image_url, template_image_base64 }: Picture, current: Form): boolean {
  if (typeof template_image_base64 === 'string') return true;
  return typeof template_image_url === 'string' && template_image_url !== current.template_image_url;
}

/** Of bytes, what they are; of another address, what its ending says, or else what it was. */
function laterType({ template_image_url, template_image_base64 }: Omit<Picture, 'otherwise'>, current: Form) {
  if (typeof template_image_base64 === 'string') return undefined;
  const by_ending = typeof template_image_url === 'string' ? typeOfUrl(template_image_url) : undefined;
  return by_ending ?? current.template_mime_type;
}

function newType(sent: Picture['template_mime_type'], current: Form): { template_mime_type?: string } {
  const type = readType(sent);
  return type === undefined || type === current.template_mime_type ? {} : { template_mime_type: type };
}

/** Of a picture that lies here it is known what it is. */
function assertTypeFits(before: Form & queries.FormFiles, { template_mime_type }: Partial<Form>): void {
  if (template_mime_type === undefined || before.template_key === null) return;
  throw badRequest(`template_mime_type: the stored picture is ${before.template_mime_type}`);
}

async function readOwnForm(
  { db, account_id }: Context,
  { public_url }: FormTools,
  id: string,
): Promise<Form> {
  const form = await queries.findForm(db, account_id, id, public_url);
  if (!form || form.is_platform_library !== (account_id === PLATFORM)) throw notFound('Form');
  return form;
}

function asForm({ template_key, thumbnail_key, template_bytes, ...form }: queries.HeldForm): Form {
  return form;
}
