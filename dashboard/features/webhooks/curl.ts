import { joinCommandLines, shellQuote } from '../../format/snippets.ts';

/** The request of an attempt as a command, with equal URL, headers and bytes, so that the signature is valid. */
export function deliveryCurl(request_head: string, body: string): string {
  const [first = '', ...headers] = request_head.split('\n');
  const at = first.indexOf(' ');
  return joinCommandLines([
    `curl -g -X ${first.slice(0, at)} ${shellQuote(first.slice(at + 1))}`,
    ...headers.map((header) => `-H ${shellQuote(header)}`),
    `--data-raw ${shellQuote(body)}`,
  ]);
}
