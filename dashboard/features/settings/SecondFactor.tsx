import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { factorQuery } from './api.ts';
import { TurnOff } from './TurnOff.tsx';
import { TurnOn } from './TurnOn.tsx';

export function SecondFactor() {
  const { data, error, refetch } = useQuery(factorQuery);
  const [doing, setDoing] = useState<'on' | 'off'>();
  const [codes, setCodes] = useState<string[]>();
  const done = () => setDoing(undefined);
  return (
    <Panel
      title="Second factor"
      about="With it, whoever has your password still needs the code that your phone shows."
      actions={data && <Switch is_on={data.is_on} onSwitch={setDoing} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton height={20} width={120} />}
      {data && <StatusBadge state={data.is_on ? 'on' : 'off'} />}
      {doing === 'on' && <TurnOn onClose={done} onCodes={setCodes} />}
      {doing === 'off' && <TurnOff onClose={done} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}

function Switch({ is_on, onSwitch }: { is_on: boolean; onSwitch: (to: 'on' | 'off') => void }) {
  return (
    <Button variant={is_on ? 'default' : 'filled'} onClick={() => onSwitch(is_on ? 'off' : 'on')}>
      {is_on ? 'Turn off' : 'Set up'}
    </Button>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>Your recovery codes</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The second factor is on. Keep these codes where you find them without your phone: each lets you in
          once. They are shown this once.
        </Text>
        <CodeSnippet snippets={[{ language: 'Recovery codes', code: codes.join('\n') }]} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have kept them</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
