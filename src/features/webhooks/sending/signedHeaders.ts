import type { AnswerHeaders, OutgoingCall } from '../../../lib/http/outgoing/outgoing.ts';

const ANSWER_HEAD_CHARACTERS = 4_096;
/** The values of these headers are credentials, so the log must not contain them. */
const SECRET_HEADERS = new Set(['set-cookie', 'set-cookie2', 'authorization', 'proxy-authorization']);

/** Formats the method and the URL in the first line, and one header in each further line. */
export function formatRequestHead({
  method,
  url,
  headers,
}: Pick<OutgoingCall, 'method' | 'url' | 'headers'>): string {
  let head = `${method} ${url}`;
  for (const name in headers) head += `\n${name}: ${headers[name] ?? ''}`;
  return head;
}

/** Formats response headers, one per line, without credentials, and truncates the text. */
export function formatResponseHead(headers: AnswerHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one) => `${name}: ${shownOf(name, one)}`),
  );
  return lines.join('\n').slice(0, ANSWER_HEAD_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed();
}

function shownOf(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? '(not kept)' : value;
}
