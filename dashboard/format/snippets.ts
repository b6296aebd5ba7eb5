export type Snippet = { language: string; code: string };

/** A call of the API with the client of the package `tenant-ops`. */
export function clientSnippets(public_url: string, call: string): Snippet {
  const code = `import { TenantOps } from 'tenant-ops';

const ops = new TenantOps({ baseUrl: '${public_url}', apiKey: process.env.TENANT_OPS_KEY });
${call}`;
  return { language: 'TypeScript', code };
}

/** A text as one word of a command line. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command over several lines, which can be pasted as it is. */
export function joinCommandLines(lines: readonly string[]): string {
  return lines.join(' \\\n  ');
}
