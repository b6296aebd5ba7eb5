import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { translateExecutionError } from '../../../api/errorTexts.ts';
import { CodeSnippet } from '../../../components/CodeSnippet.tsx';
import { CopyableId } from '../../../components/CopyableId.tsx';
import { DateAndTime } from '../../../components/DateAndTime.tsx';
import { DrawerSection, FactList } from '../../../components/FactList.tsx';
import { SideDrawer } from '../../../components/SideDrawer.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { UserLink } from '../../../components/UserLink.tsx';
import type { Execution } from '../api.ts';
import { EXECUTION_CALLER_OPTIONS, RESPONSE_TARGET_OPTIONS, optionLabel } from '../labels.ts';
import { formatNumber } from '../../../format/format.ts';
import { t, verbatim } from '../../../language/t.ts';

export function ExecutionDrawer({ execution, onClose }: { execution: Execution; onClose: () => void }) {
  const { skill_name, error, error_details, answer } = execution;
  return (
    <SideDrawer title={skill_name} onClose={onClose}>
      <FactList rows={factsOf(execution)} />
      {error && (
        <DrawerSection title={t('Error')}>
          <Alert color="red" variant="light">
            {translateExecutionError(error, error_details)}
          </Alert>
        </DrawerSection>
      )}
      <DrawerSection title={t('Arguments')}>
        <CodeSnippet
          snippets={[{ label: verbatim('JSON'), code: JSON.stringify(execution.arguments, null, 2) }]}
          wraps
        />
      </DrawerSection>
      {answer !== null && (
        <DrawerSection title={t('Answer preview')}>
          <CodeSnippet snippets={[{ label: t('Answer'), code: pretty(answer) }]} wraps />
        </DrawerSection>
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
    [t('Status'), <StatusBadge key="status" state={execution.status} />],
    [t('When'), <DateAndTime key="when" time={execution.executed_at} />],
    [t('Duration'), duration_ms === null ? '–' : `${formatNumber(duration_ms)} ms`],
    [t('Source'), optionLabel(EXECUTION_CALLER_OPTIONS, execution.caller)],
    [t('Person'), user ? <UserLink key="person" user={user} /> : '–'],
    [t('Answer sent to'), optionLabel(RESPONSE_TARGET_OPTIONS, execution.response_target)],
    ...(answer_status === null ? [] : [[t('HTTP status'), answer_status] as const]),
    ...(session_id === null
      ? []
      : [[t('Session'), <CopyableId key="session" id={session_id} short />] as const]),
    [t('Execution id'), <CopyableId key="id" id={execution.id} what={t('execution id')} />],
  ] as const;
}
