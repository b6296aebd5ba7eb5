import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { SecretReveal } from '../../components/SecretReveal.tsx';
import type { KeyMade } from './api.ts';
import { keySnippets } from './snippets.ts';
import { t } from '../../language/t.ts';

/** Shows the key once, with a first request to try it. */
export function KeyMadeDialog({ made: { key }, onClose }: { made: KeyMade; onClose: () => void }) {
  const { public_url } = useMe();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{t('Your new key')}</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <SecretReveal secret={key} what={t('key')} />
        <CodeSnippet snippets={keySnippets(public_url, key)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Done, I copied it')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
