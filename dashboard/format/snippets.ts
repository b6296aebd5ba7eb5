import { verbatim, type Label } from '../language/t.ts';
export type Snippet = { label: Label; code: string };

/** Returns a code example that calls the API with the `tenant-ops` client. */
export function clientSnippet(public_url: string, call: string): Snippet {
  const code = `import { TenantOps } from 'tenant-ops';

const ops = new TenantOps({ baseUrl: '${public_url}', apiKey: process.env.TENANT_OPS_KEY });
${call}`;
  return { label: verbatim('TypeScript'), code };
}

/** Quotes a text as one argument of a shell command. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Joins the lines of a shell command with backslashes, ready to paste. */
export function joinCommandLines(lines: readonly string[]): string {
  return lines.join(' \\\n  ');
}
