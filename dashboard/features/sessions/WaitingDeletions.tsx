import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { deletionsQuery } from './api.ts';
import { plural } from '../../components/plural.ts';

/** A notice while deletions wait for the training app. */
export function WaitingDeletions() {
  const queued = useQuery(deletionsQuery({ state: 'queued', limit: 1 })).data?.total ?? 0;
  const failed = useQuery(deletionsQuery({ state: 'failed', limit: 1 })).data?.total ?? 0;
  if (queued + failed === 0) return null;
  const parts = [
    queued > 0 && `${plural(queued, 'waits', 'wait')} until it answers`,
    failed > 0 && `it refused ${failed} and will be asked again`,
  ];
  return (
    <Alert color={failed > 0 ? 'red' : 'yellow'} variant="light" p="sm" mb="md" icon={<Icon name="trash" />}>
      <Text size="sm">
        The training app has not heard of every deletion: {parts.filter(Boolean).join(', ')}.{' '}
        <Anchor
          size="sm"
          inherit
          underline="always"
          renderRoot={(props) => <Link to="/sessions" search={{ view: 'deletions' }} {...props} />}
        >
          See them
        </Anchor>
      </Text>
    </Alert>
  );
}
