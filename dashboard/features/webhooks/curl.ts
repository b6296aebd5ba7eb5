import { joinCommandLines, shellQuote } from '../../format/snippets.ts';

/**
 * Returns the request of an attempt as a curl command. URL, headers and bytes are identical, so that the signature
 * stays valid.
 */
export function deliveryCurl(request_head: string, body: string): string {
  const [first = '', ...headers] = request_head.split('\n');
  const at = first.indexOf(' ');
  return joinCommandLines([
    `curl -g -X ${first.slice(0, at)} ${shellQuote(first.slice(at + 1))}`,
    ...headers.map((header) => `-H ${shellQuote(header)}`),
    `--data-raw ${shellQuote(body)}`,
  ]);
}
