import {
  requestTarget,
  parseErrorHeaders,
  formToken,
  readApiError,
  connectionError,
  type ApiRequestInput,
} from './client.ts';
import type { NextKey } from './idempotencyKeys.ts';
import type { OperationInput, OperationKey } from './operations.ts';

type Progress = (share: number) => void;

type Options = { nextKey: NextKey; onProgress: Progress };

/** Uploads within an act, with progress, which fetch cannot report. */
export function upload<K extends OperationKey>(
  key: K,
  sent: OperationInput<K>,
  options: Options,
): Promise<void>;
export function upload(
  key: OperationKey,
  { query = {}, body }: ApiRequestInput,
  { nextKey, onProgress }: Options,
): Promise<void> {
  const { method, url } = requestTarget(key, query);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Form-Token', formToken());
    const once_key = nextKey(key);
    if (once_key !== undefined) request.setRequestHeader('Idempotency-Key', once_key);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(connectionError()));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve();
      const details = parseErrorHeaders((name) => request.getResponseHeader(name));
      return void readApiError(request.status, Object(request.response), details).then(reject);
    });
    request.send(JSON.stringify(body));
  });
}
