import '@mantine/core/styles/Alert.layer.css';
import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { sessionDeletionsQuery } from './api.ts';
import { t } from '../../language/t.ts';

/** A notice while deletions are pending at the training app. */
export function PendingDeletionsNotice() {
  const queued = useQuery(sessionDeletionsQuery({ state: 'queued', limit: 1 })).data?.total ?? 0;
  const failed = useQuery(sessionDeletionsQuery({ state: 'failed', limit: 1 })).data?.total ?? 0;
  if (queued + failed === 0) return null;
  const parts = [
    queued > 0 && t('{queued, plural, one {# waits for an answer} other {# wait for an answer}}', { queued }),
    failed > 0 && t('{failed} rejected and will be sent again', { failed }),
  ];
  return (
    <Alert color={failed > 0 ? 'red' : 'yellow'} variant="light" p="sm" mb="md" icon={<Icon name="trash" />}>
      <Text size="sm">
        {t('The training app has not confirmed some session deletions: {parts}.', {
          parts: parts.filter(Boolean).join(', '),
        })}{' '}
        <Anchor
          size="sm"
          inherit
          c="inherit"
          td="underline"
          underline="always"
          renderRoot={(props) => <Link to="/sessions" search={{ view: 'deletions' }} {...props} />}
        >
          {t('Show deletions')}
        </Anchor>
      </Text>
    </Alert>
  );
}
