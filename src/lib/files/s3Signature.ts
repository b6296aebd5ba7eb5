import { createHash, createHmac } from 'node:crypto';

export type S3Account = { access_key: string; secret_key: string; region: string };

export type UnsignedRequest = { method: string; url: URL; payload_sha256: string };

/** Returns the signature headers of a request to S3 (AWS Signature Version 4). The URL must come from `s3Url`. */
export function s3SignatureHeaders(
  { method, url, payload_sha256 }: UnsignedRequest,
  { access_key, secret_key, region }: S3Account,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = [moment.slice(0, 8), region, 's3', 'aws4_request'];
  const headers = { host: url.host, 'x-amz-content-sha256': payload_sha256, 'x-amz-date': moment };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, url.pathname, url.search.slice(1), lines.join(''), names, payload_sha256];
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(request.join('\n'))].join('\n');
  const signature = hmac(scope.reduce<Buffer | string>(hmac, `AWS4${secret_key}`), text).toString('hex');
  return {
    'x-amz-content-sha256': payload_sha256,
    'x-amz-date': moment,
    Authorization: `AWS4-HMAC-SHA256 Credential=${[access_key, ...scope].join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Builds a URL encoded as the signature requires, with sorted query parameters. */
export function s3Url(origin: string, path: readonly string[], query: Record<string, string> = {}): URL {
  const members = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted();
  const search = members.length > 0 ? `?${members.join('&')}` : '';
  return new URL(`${origin}/${path.map(encode).join('/')}${search}`);
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
