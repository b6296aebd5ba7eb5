/** Returns the headers of an attempt's stored request. */
export function headersOf(request_head: string | null | undefined): Record<string, string> {
  const [, ...lines] = (request_head ?? '').split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^.*?: /, '')]));
}
