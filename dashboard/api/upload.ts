import { addressOf, detailsOf, formToken, readRefusal, unreached, type AnySent } from './client.ts';
import type { NextKey } from './once.ts';
import type { Asked, Key } from './operations.ts';

type Progress = (share: number) => void;

type Options = { nextKey: NextKey; onProgress: Progress };

/** Uploads within an act, with progress, which fetch cannot report. */
export function upload<K extends Key>(key: K, sent: Asked<K>, options: Options): Promise<void>;
export function upload(
  key: Key,
  { query = {}, body }: AnySent,
  { nextKey, onProgress }: Options,
): Promise<void> {
  const { method, url } = addressOf(key, query);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Form-Token', formToken());
    const once_key = nextKey(key);
    if (once_key !== undefined) request.setRequestHeader('Idempotency-Key', once_key);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(unreached()));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve();
      const details = detailsOf((name) => request.getResponseHeader(name));
      return void readRefusal(request.status, Object(request.response), details).then(reject);
    });
    request.send(JSON.stringify(body));
  });
}
