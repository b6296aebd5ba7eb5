import { clientSnippet, type Snippet } from '../../format/snippets.ts';
import { verbatim } from '../../language/t.ts';

/** Returns code examples that use a new key for a first request. */
export function keySnippets(public_url: string, key: string): Snippet[] {
  const url = `${public_url}/v1/api-tenant-tasks?limit=5`;
  const curl = `curl '${url}' \\\n  -H 'Authorization: Bearer ${key}'`;
  const call =
    'const { tasks, total } = await ops.tasks.list({ limit: 5 }).page();\nconsole.log(total, tasks);';
  return [{ label: verbatim('curl'), code: curl }, clientSnippet(public_url, call)];
}
