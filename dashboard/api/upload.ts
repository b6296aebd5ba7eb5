import { Refusal, formToken, searchOf, type Query } from './client.ts';

export type Upload = {
  method: 'POST' | 'PUT';
  path: string;
  query?: Query;
  body: object;
  onProgress: (share: number) => void;
};

/** Sends what takes its time and tells how far it has come, which fetch cannot. */
export function upload({ method, path, query = {}, body, onProgress }: Upload): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `/console/v1${path}${searchOf(query)}`);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Form-Token', formToken());
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(new Error('The service cannot be reached')));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve();
      const { error = 'UNAVAILABLE', message = 'The service does not answer' } = Object(request.response);
      const request_id = request.getResponseHeader('X-Request-Id') ?? undefined;
      return reject(new Refusal(request.status, error, message, request_id));
    });
    request.send(JSON.stringify(body));
  });
}
