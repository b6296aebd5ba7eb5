import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { t } from '../../language/t.ts';

/** Each code signs in once without the phone. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{t('Your recovery codes')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(
            'Two-factor sign-in is on. Store these codes where you can find them without your phone. Each code works once. The codes are not shown again.',
          )}
        </Text>
        <CodeSnippet snippets={[{ language: 'Recovery codes', code: codes.join('\n') }]} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Done, I stored them')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
