import { Pool } from 'undici';

export type Requests = {
  get: (path: string) => Promise<string>;
  send: (method: 'POST' | 'PATCH', path: string, body: unknown) => Promise<any>;
  close: () => Promise<void>;
};

/** Sends requests on kept-alive connections. Any answer other than 2xx ends the bench. */
export function requestsTo(url: string, key: string | undefined, connections: number): Requests {
  const pool = new Pool(url, { connections });
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const request = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: string) => {
    const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return text;
  };
  return {
    get: (path) => request('GET', path),
    async send(method, path, body) {
      const text = await request(method, path, JSON.stringify(body));
      return text === '' ? undefined : JSON.parse(text);
    },
    close: () => pool.close(),
  };
}
