import '@mantine/core/styles/Alert.layer.css';
import { Alert, Group, Text } from '@mantine/core';
import { translateExecutionError } from '../../../api/errorTexts.ts';
import { CodeSnippet } from '../../../components/CodeSnippet.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { SkillTestResult } from '../api.ts';
import { formatNumber } from '../../../format/format.ts';
import { t } from '../../../language/t.ts';

export function TestRunOutcome({ run }: { run: SkillTestResult }) {
  const { status, answer_status, duration_ms, output, error, error_details } = run;
  return (
    <div role="status" aria-label={t('Result of the call')}>
      <Group gap="sm" mb="xs">
        <StatusBadge state={status} />
        <Text size="sm" c="dimmed">
          {`${formatNumber(duration_ms)} ms`}
          {answer_status !== null && ` · HTTP ${answer_status}`}
        </Text>
      </Group>
      {error && (
        <Alert color="red" variant="light" mb="xs">
          {translateExecutionError(error, error_details)}
        </Alert>
      )}
      {output && (
        <CodeSnippet snippets={[{ label: t('Answer'), code: JSON.stringify(output, null, 2) }]} wraps />
      )}
    </div>
  );
}
