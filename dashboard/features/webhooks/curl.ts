import { commandOf, quoted } from '../../format/snippets.ts';

/** The request of an attempt as a command, with equal URL, headers and bytes, so that the signature is valid. */
export function curlOf(request_head: string, body: string): string {
  const [first = '', ...headers] = request_head.split('\n');
  const at = first.indexOf(' ');
  return commandOf([
    `curl -g -X ${first.slice(0, at)} ${quoted(first.slice(at + 1))}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(body)}`,
  ]);
}
