import { noteSecret } from './secrets.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  body: any;
};

export type CallOptions = {
  method?: string;
  body?: unknown;
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
};

/** An HTTP client with an optional bearer token. */
export type Caller = {
  token: string | undefined;
  call(path: string, options?: CallOptions): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
};

export function callerAt(url: string, token?: string): Caller {
  const call = (path: string, options: CallOptions = {}) => send(url, token, path, options);
  return {
    token,
    call,
    get: (path) => call(path),
    post: (path, body, headers = {}) => call(path, { method: 'POST', body, headers }),
    patch: (path, body) => call(path, { method: 'PATCH', body }),
    put: (path, body) => call(path, { method: 'PUT', body }),
    delete: (path) => call(path, { method: 'DELETE' }),
  };
}

function noteSecrets(body: unknown): void {
  const { code_verifier, password, code } = Object(body);
  for (const secret of [code_verifier, password, code]) noteSecret(secret);
}

async function send(
  url: string,
  token: string | undefined,
  path: string,
  options: CallOptions,
): Promise<Answer> {
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  noteSecrets(options.body);
  const response = await fetch(url + path, {
    method: options.method ?? 'GET',
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    body: body ?? null,
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
