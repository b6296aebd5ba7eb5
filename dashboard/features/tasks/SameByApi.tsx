import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import type { Task } from './api.ts';
import { snippetsOf } from './snippets.ts';

/** Shows the change as a call of the API. */
export function SameByApi({ task: { id, status } }: { task: Task }) {
  const { public_url } = useMe();
  const next = status === 'completed' ? 'open' : 'completed';
  return <CodeSnippet snippets={snippetsOf({ public_url, id, status: next })} />;
}
