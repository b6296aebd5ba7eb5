import { basename, dirname, resolve } from 'node:path';
import { bucketPlace } from './bucketPlace.ts';
import { folderPlace } from './folderPlace.ts';
import type { ArchivePlace } from './place.ts';

const BUCKET = /^(?:s3|s3\+http|https?):\/\//;

/**
 * Opens a place for archives: `s3://key:secret@host/bucket/path` (TLS), `s3+http://…` (without TLS), or the path of a
 * folder.
 */
export function openArchivePlace(text: string): ArchivePlace {
  if (!BUCKET.test(text)) return folderPlace(resolve(text));
  return bucketPlace(toUrl(text));
}

/** True for the path of a folder, or for a bucket URL with credentials and a bucket name. */
export function isArchivePlace(text: string): boolean {
  if (!BUCKET.test(text)) return text !== '' && !text.includes('://');
  if (!URL.canParse(toUrl(text))) return false;
  const { username, password, pathname } = new URL(toUrl(text));
  return username !== '' && password !== '' && /^\/+[^/]/.test(pathname);
}

/** Splits a path or URL into the place and the name of an archive. */
export function splitArchivePath(text: string): { place: string; name: string } {
  if (!BUCKET.test(text)) return { place: dirname(resolve(text)), name: basename(text) };
  const [, before = '', name = '', query = ''] = /^(.*)\/([^/?]+)(\?.*)?$/.exec(text) ?? [];
  return { place: before + query, name };
}

/** Returns the place without the bucket's secret, for logs and pages. */
export function hidePlaceSecret(text: string): string {
  return text.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
}

function toUrl(text: string): string {
  return text.replace(/^s3:/, 'https:').replace(/^s3\+http:/, 'http:');
}
