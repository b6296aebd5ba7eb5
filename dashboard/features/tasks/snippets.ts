import { clientSnippets, type Snippet } from '../../format/snippets.ts';

export type Change = { public_url: string; id: string; status: string };

export function taskSnippets({ public_url, id, status }: Change): Snippet[] {
  const curl = `curl -X PATCH '${public_url}/v1/api-tenant-tasks?task_id=${id}' \\
  -H "Authorization: Bearer $TENANT_OPS_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"status":"${status}"}'`;
  const call = `const task = await ops.tasks.update('${id}', { status: '${status}' });\nconsole.log(task.status);`;
  return [{ language: 'curl', code: curl }, clientSnippets(public_url, call)];
}
