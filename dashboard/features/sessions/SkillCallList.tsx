import '@mantine/core/styles/Code.layer.css';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { skillCallsQuery, type SkillCall } from './api.ts';
import classes from './Sessions.module.css';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

/** The skill calls of a session, with input and output. */
export function SkillCallList({ session_id }: { session_id: string }) {
  const { data, placeholder } = useQueryData(
    useQuery(skillCallsQuery(session_id)),
    <SkeletonBlock height={60} />,
  );
  if (placeholder) return placeholder;
  if (data.executions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('No skill calls')}
      </Text>
    );
  }
  return (
    <ul className={classes['calls']}>
      {data.executions.map((call) => (
        <Call key={call.id} of={call} />
      ))}
      {data.has_more && (
        <Text component="li" size="sm" c="dimmed">
          {t('Older skill calls are not shown')}
        </Text>
      )}
    </ul>
  );
}

function Call({
  of: { skill_name, status, executed_at, duration_ms, error, answer, ...call },
}: {
  of: SkillCall;
}) {
  const result = error ?? answer;
  return (
    <li>
      <details>
        <summary className={classes['call']}>
          <span className={classes['skill']}>{skill_name}</span>
          <StatusBadge state={status} />
          <span className={classes['when']}>
            {duration_ms !== null && `${formatNumber(duration_ms)} ms · `}
            <RelativeTime time={executed_at} />
          </span>
        </summary>
        <Written label={t('Arguments')} text={JSON.stringify(call.arguments, null, 2)} />
        {result !== null && <Written label={error === null ? t('Answer') : t('Error')} text={result} />}
      </details>
    </li>
  );
}

function Written({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Text size="xs" c="dimmed" mt={8} mb={4}>
        {label}
      </Text>
      <Code block tabIndex={0} role="region" aria-label={label} className={classes['written']}>
        {text}
      </Code>
    </>
  );
}
