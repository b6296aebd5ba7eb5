import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import type { Task } from './api.ts';
import { taskSnippets } from './snippets.ts';

/** Shows how to make the change with the API. */
export function TaskApiSnippets({ task: { id, status } }: { task: Task }) {
  const { public_url } = useMe();
  const next = status === 'completed' ? 'open' : 'completed';
  return <CodeSnippet snippets={taskSnippets({ public_url, id, status: next })} />;
}
