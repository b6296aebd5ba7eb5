import {
  requestTarget,
  parseErrorHeaders,
  formToken,
  createApiError,
  reportConnectionError,
  type ApiRequestInput,
} from './client.ts';
import type { NextIdempotencyKey } from './idempotencyKeys.ts';
import type { OperationInput, OperationKey } from './operations.ts';

type Progress = (share: number) => void;

type UploadOptions = { nextKey: NextIdempotencyKey; onProgress: Progress };

/** Uploads with `XMLHttpRequest`, because `fetch` reports no upload progress. */
export function uploadWithProgress<K extends OperationKey>(
  key: K,
  sent: OperationInput<K>,
  options: UploadOptions,
): Promise<void>;
export function uploadWithProgress(
  key: OperationKey,
  { query = {}, body }: ApiRequestInput,
  { nextKey, onProgress }: UploadOptions,
): Promise<void> {
  const { method, url } = requestTarget(key, query);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Form-Token', formToken());
    const idempotency_key = nextKey(key);
    if (idempotency_key !== undefined) request.setRequestHeader('Idempotency-Key', idempotency_key);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(reportConnectionError()));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve();
      const details = parseErrorHeaders((name) => request.getResponseHeader(name));
      return void createApiError(request.status, Object(request.response), details).then(reject);
    });
    request.send(JSON.stringify(body));
  });
}
