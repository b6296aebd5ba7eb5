import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import type { Task } from './api.ts';

/** The same change by API. */
export function SameByApi({ task }: { task: Task }) {
  const { public_url } = useMe();
  const url = `${public_url}/v1/api-tenant-tasks?task_id=${task.id}`;
  const status = task.status === 'completed' ? 'open' : 'completed';
  return <CodeSnippet snippets={[curlOf(url, status), typescriptOf(url, status)]} />;
}

function curlOf(url: string, status: string) {
  const code = `curl -X PATCH '${url}' \\
  -H "Authorization: Bearer $TENANT_OPS_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"status":"${status}"}'`;
  return { language: 'curl', code };
}

function typescriptOf(url: string, status: string) {
  const code = `const response = await fetch('${url}', {
  method: 'PATCH',
  headers: {
    Authorization: \`Bearer \${process.env.TENANT_OPS_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ status: '${status}' }),
});
const task = await response.json();`;
  return { language: 'TypeScript', code };
}
