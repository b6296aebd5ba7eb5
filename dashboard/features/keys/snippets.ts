import { clientSnippets, type Snippet } from '../../format/snippets.ts';

/** A first request with a key that was just made. */
export function keySnippets(public_url: string, key: string): Snippet[] {
  const url = `${public_url}/v1/api-tenant-tasks?limit=5`;
  const curl = `curl '${url}' \\\n  -H 'Authorization: Bearer ${key}'`;
  const call =
    'const { tasks, total } = await ops.tasks.list({ limit: 5 }).page();\nconsole.log(total, tasks);';
  return [{ language: 'curl', code: curl }, clientSnippets(public_url, call)];
}
