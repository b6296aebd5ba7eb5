import { Alert } from '@mantine/core';
import { CodeSnippet } from '../../../components/CodeSnippet.tsx';
import { Id } from '../../../components/Id.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Facts, Section, SideDrawer } from '../../../components/SideDrawer.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { Execution } from '../api.ts';
import { CALLERS, TARGETS, wordOf } from '../words.ts';

export function ExecutionDrawer({ execution, onClose }: { execution: Execution; onClose: () => void }) {
  const { skill_name, error, answer } = execution;
  return (
    <SideDrawer title={skill_name} isOpen onClose={onClose}>
      <Facts rows={factsOf(execution)} />
      {error && (
        <Section title="Error">
          <Alert color="red" variant="light">
            {error}
          </Alert>
        </Section>
      )}
      <Section title="Arguments">
        <CodeSnippet
          snippets={[{ language: 'JSON', code: JSON.stringify(execution.arguments, null, 2) }]}
          wraps
        />
      </Section>
      {answer !== null && (
        <Section title="Beginning of the answer">
          <CodeSnippet snippets={[{ language: 'Answer', code: pretty(answer) }]} wraps />
        </Section>
      )}
    </SideDrawer>
  );
}

function pretty(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}

function factsOf(execution: Execution) {
  const { duration_ms, answer_status, user, session_id } = execution;
  return [
    ['Status', <StatusBadge key="status" state={execution.status} />],
    ['When', <RelativeTime key="when" time={execution.executed_at} />],
    ['Took', duration_ms === null ? '–' : `${duration_ms.toLocaleString('en')} ms`],
    ['Caller', wordOf(CALLERS, execution.caller)],
    ['Person', user?.name ?? '–'],
    ['Answer went to', wordOf(TARGETS, execution.response_target)],
    ...(answer_status === null ? [] : [['HTTP status', answer_status] as const]),
    ...(session_id === null ? [] : [['Session', <Id key="session" id={session_id} short />] as const]),
    ['Execution id', <Id key="id" id={execution.id} what="execution id" />],
  ] as const;
}
