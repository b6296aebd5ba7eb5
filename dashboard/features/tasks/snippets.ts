import { clientSnippet, type Snippet } from '../../format/snippets.ts';
import { verbatim } from '../../language/t.ts';

export type TaskStatusChange = { public_url: string; id: string; status: string };

export function taskSnippets({ public_url, id, status }: TaskStatusChange): Snippet[] {
  const curl = `curl -X PATCH '${public_url}/v1/api-tenant-tasks?task_id=${id}' \\
  -H "Authorization: Bearer $TENANT_OPS_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"status":"${status}"}'`;
  const call = `const task = await ops.tasks.update('${id}', { status: '${status}' });\nconsole.log(task.status);`;
  return [{ label: verbatim('curl'), code: curl }, clientSnippet(public_url, call)];
}
