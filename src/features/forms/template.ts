import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../access/context.ts';
import { decodeBase64 } from '../../lib/crypto/base64.ts';
import { badRequest, missingMember } from '../../lib/errors.ts';
import { schemaReasons } from '../../lib/schema/reasons.ts';
import { formReasons } from './reasons.ts';
import { untranslated } from '../../lib/text/reasons.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { PictureFault } from '../../lib/images/fault.ts';
import {
  isHeic,
  PICTURE_TYPES,
  removePictureMetadata,
  detectPictureType,
  type PictureType,
} from '../../lib/images/inspect.ts';
import { Limiter } from '../../lib/concurrency/limiter.ts';
import type { NewForm } from './contract.ts';
import type { TemplateRow } from './sql/forms.ts';

/** The area of the file store with the files of forms: the first part of their keys. */
export const FORM_FILE_AREA = 'forms';
export const MAX_TEMPLATE_BYTES = 10 * 1024 * 1024;
const MEMBER = 'template_image_base64';
const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i;
/** Limits the images that are decoded in memory at the same time. Accounts take turns. */
const decoding = new Limiter({ most: 2 });

export type TemplatePicture = {
  [M in 'template_image_url' | 'template_image_base64' | 'template_mime_type']?: NewForm[M] | undefined;
} & {
  /** The MIME type if the request specifies none. */
  default_mime_type: string | undefined;
};

export const DEFAULT_TEMPLATE_MIME_TYPE = 'image/png';

/** Stores an uploaded image and returns the template columns. An image URL is stored as it is and never fetched. */
export async function storeTemplateImage(
  { account_id, now, tools: { files } }: Context,
  picture: TemplatePicture,
): Promise<TemplateRow> {
  const { template_image_url: url, template_image_base64: base64 } = picture;
  if (typeof base64 === 'string' && typeof url === 'string')
    throw badRequest(`template_image_url, ${MEMBER}`, untranslated('send one of them, not both'));
  if (typeof base64 === 'string')
    return decoding.run(() => storePicture(files, base64, picture, now), account_id);
  if (typeof url !== 'string')
    throw missingMember(MEMBER, `template_image_url or ${MEMBER}: one of them is required`);
  return {
    template_image_url: url,
    template_key: null,
    template_sha256: null,
    template_bytes: null,
    template_mime_type:
      parseTemplateMimeType(picture.template_mime_type) ??
      picture.default_mime_type ??
      DEFAULT_TEMPLATE_MIME_TYPE,
    thumbnail_due_at: null,
  };
}

async function storePicture(
  files: FileStore,
  base64: string,
  { template_mime_type, default_mime_type }: TemplatePicture,
  now: Date,
): Promise<TemplateRow> {
  // Lets other requests run between parsing a large body and decoding the image.
  await setImmediate();
  const { bytes, said } = readBase64(base64, parseTemplateMimeType(template_mime_type));
  const type = assertType(bytes, said ?? default_mime_type);
  const file = await files.put(FORM_FILE_AREA, asPicture(bytes, type), { max_bytes: MAX_TEMPLATE_BYTES });
  return {
    template_image_url: null,
    template_key: file.key,
    template_sha256: file.sha256,
    template_bytes: file.bytes,
    template_mime_type: type,
    thumbnail_due_at: type === 'application/pdf' ? null : now,
  };
}

/** Decodes base64 or a data URL. 400 if the type in the data URL differs from `template_mime_type`. */
function readBase64(
  text: string,
  declared: PictureType | undefined,
): { bytes: Buffer; said: PictureType | undefined } {
  const [head = '', named, parameters = ''] = DATA_URL.exec(text.slice(0, 300)) ?? [];
  if (head === '' && /^data:/i.test(text)) throw badRequest(MEMBER, formReasons.data_url_incomplete);
  if (head !== '' && !/;base64$/i.test(parameters)) throw badRequest(MEMBER, formReasons.data_url_not_base64);
  // Browsers use application/octet-stream for unknown files, so it specifies no type.
  const from_url = named === 'application/octet-stream' ? undefined : parseTemplateMimeType(named, MEMBER);
  if (declared && from_url && declared !== from_url)
    throw badRequest('template_mime_type', formReasons.data_url_type({ declared, found: from_url }));
  return { bytes: decode(text.slice(head.length)), said: declared ?? from_url };
}

function decode(text: string): Buffer {
  const plain = /\s/.test(text) ? text.replaceAll(/\s+/g, '') : text;
  if (plain === '') throw missingMember(MEMBER, `${MEMBER}: is empty`);
  if (plain.length > Math.ceil(MAX_TEMPLATE_BYTES / 3) * 4) throw tooLarge();
  const bytes = decodeBase64(plain);
  if (!bytes) throw badRequest(MEMBER, schemaReasons.not_base64);
  if (bytes.length > MAX_TEMPLATE_BYTES) throw tooLarge();
  return bytes;
}

function assertType(bytes: Buffer, type: string | undefined): PictureType {
  if (isHeic(bytes)) throw badRequest(MEMBER, formReasons.heic_picture);
  const found = detectPictureType(bytes);
  if (!found) throw badRequest(MEMBER, formReasons.no_picture);
  if (type !== undefined && found !== type)
    throw badRequest(MEMBER, formReasons.other_picture_type({ found, declared: type }));
  return found;
}

function asPicture(bytes: Buffer, type: PictureType): Buffer {
  try {
    return removePictureMetadata(bytes, type);
  } catch (error) {
    throw error instanceof PictureFault ? badRequest(MEMBER, error.reason) : error;
  }
}

const HEIC_TYPE = /^(?:image\/)?(?:hei[cf]|avif)(?:-sequence)?$/;

const SHORT_NAMES = new Map<string, PictureType>([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
]);

export function parseTemplateMimeType(
  text: string | null | undefined,
  member = 'template_mime_type',
): PictureType | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  const name = text.trim().toLowerCase();
  const type = PICTURE_TYPES.find((one) => one === name) ?? SHORT_NAMES.get(name);
  if (type) return type;
  if (HEIC_TYPE.test(name)) throw badRequest(member, formReasons.heic_picture);
  throw badRequest(member, schemaReasons.one_of({ values: PICTURE_TYPES.join(', ') }));
}

function tooLarge() {
  return badRequest(MEMBER, formReasons.template_too_large({ most: 10 }));
}
