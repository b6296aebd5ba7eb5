import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './Icon.tsx';
import { t } from '../language/t.ts';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <Tooltip label={copied ? t('Copied') : t('Copy {what}', { what })}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={copied ? t('Copied') : t('Copy {what}', { what })}
        onClick={(event) => {
          event.stopPropagation();
          copy(text);
        }}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
