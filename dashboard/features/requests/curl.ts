import { joinCommandLines, shellQuote } from '../../format/snippets.ts';
import type { RequestDetail } from './api.ts';

/** The request as a command; the key is the reader's own, since the log does not have it. */
export function requestCurl(
  { method, path, query, request_body }: RequestDetail,
  public_url: string,
): string {
  const url = `${public_url}${path}${query === '' ? '' : `?${query}`}`;
  return joinCommandLines([
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(url)}`,
    '-H "Authorization: Bearer $TENANT_OPS_KEY"',
    ...(request_body === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(request_body)}`]),
  ]);
}
