import type { AnswerHeaders, Call } from '../../../lib/http/outgoing/outgoing.ts';

const ANSWER_HEAD_CHARACTERS = 4_096;
/** With them a reader of the log could sign in where the receiver lets us in. */
const SECRET_HEADERS = new Set(['set-cookie', 'set-cookie2', 'authorization', 'proxy-authorization']);

/** The method, the URL and the headers of a request, one a line. */
export function signedRequestHead({
  method,
  url,
  headers,
}: Pick<Call, 'method' | 'url' | 'headers'>): string {
  let head = `${method} ${url}`;
  for (const name in headers) head += `\n${name}: ${headers[name] ?? ''}`;
  return head;
}

/** The beginning of an answer's headers, one a line, without what lets others in. */
export function responseHead(headers: AnswerHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one) => `${name}: ${shownOf(name, one)}`),
  );
  return lines.join('\n').slice(0, ANSWER_HEAD_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed();
}

function shownOf(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? '(not kept)' : value;
}
