import { request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type SimulatedResponse = { status: number; body: unknown };
export type UnreliableClient = {
  /** Repeats the request until a complete response with a status below 500 arrives. */
  send(method: string, path: string, options?: SendOptions): Promise<SimulatedResponse>;
  counts: { sent: number; cut: number };
};
type SendOptions = { token?: string; body?: unknown; headers?: Record<string, string> };

class Cut extends Error {}

const PATIENCE = 60;

/** Creates an HTTP client that destroys a share of its connections on purpose, before or during the response. */
export function createUnreliableClient(base_url: string, share_cut: number): UnreliableClient {
  const counts = { sent: 0, cut: 0 };
  return {
    counts,
    async send(method, path, options = {}) {
      for (let attempt = 1; ; attempt += 1) {
        counts.sent += 1;
        const cut = Math.random() < share_cut;
        if (cut) counts.cut += 1;
        const answer = await sendOnce(base_url, { ...options, method, path, cut }).catch(patiently(attempt));
        if (answer && answer.status < 500) return answer;
        if (answer && attempt >= PATIENCE) throw new Error(`${method} ${path} answers ${answer.status}`);
        await sleep(Math.min(40 * attempt, 1_000));
      }
    },
  };
}

function patiently(attempt: number): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof Cut) && attempt >= PATIENCE) throw error;
  };
}

type Attempt = SendOptions & { method: string; path: string; cut: boolean };

function sendOnce(
  base_url: string,
  { method, path, token, body, headers, cut }: Attempt,
): Promise<SimulatedResponse> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sending = request(base_url + path, {
      method,
      headers: {
        ...headers,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
      },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.on('error', reject);
      if (cut) return tear(sending, reject);
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: readJson(chunks) }));
      return undefined;
    });
    sending.end(text);
    // Half of the cuts happen while the server still handles the request, the others at the start of its response.
    if (cut && Math.random() < 0.5) setTimeout(() => tear(sending, reject), Math.random() * 6);
  });
}

function tear(sending: ClientRequest, reject: (error: Error) => void): void {
  const error = new Cut('cut on purpose');
  reject(error);
  sending.destroy(error);
}

function readJson(chunks: Buffer[]): unknown {
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns a member of a response; throws if it is not a string. */
export function textMember({ body }: SimulatedResponse, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(body)}`);
  return value;
}

export function assertStatus(answer: SimulatedResponse, ...expected: number[]): SimulatedResponse {
  if (expected.includes(answer.status)) return answer;
  throw new Error(`${answer.status} instead of ${expected.join(' or ')}: ${JSON.stringify(answer.body)}`);
}
