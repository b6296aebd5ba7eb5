import { basename, dirname, resolve } from 'node:path';
import { bucketPlace } from './bucketPlace.ts';
import { folderPlace } from './folderPlace.ts';
import type { ArchivePlace } from './place.ts';

const BUCKET = /^(?:s3|s3\+http|https?):\/\//;

/** `s3://key:secret@host/bucket/path`, over TLS; `s3+http://` without; otherwise the path of a folder. */
export function openPlace(text: string): ArchivePlace {
  if (!BUCKET.test(text)) return folderPlace(resolve(text));
  return bucketPlace(toUrl(text));
}

/** True for the path of a folder, or the URL of a bucket with all parts that are needed to reach it. */
export function isPlace(text: string): boolean {
  if (!BUCKET.test(text)) return text !== '' && !text.includes('://');
  if (!URL.canParse(toUrl(text))) return false;
  const { username, password, pathname } = new URL(toUrl(text));
  return username !== '' && password !== '' && /^\/+[^/]/.test(pathname);
}

/** The place and the name of one archive. */
export function splitPlace(text: string): { place: string; name: string } {
  if (!BUCKET.test(text)) return { place: dirname(resolve(text)), name: basename(text) };
  const [, before = '', name = '', query = ''] = /^(.*)\/([^/?]+)(\?.*)?$/.exec(text) ?? [];
  return { place: before + query, name };
}

/** The address of a place without the secret of its bucket, for logs and pages. */
export function describePlace(text: string): string {
  return text.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
}

function toUrl(text: string): string {
  return text.replace(/^s3:/, 'https:').replace(/^s3\+http:/, 'http:');
}
