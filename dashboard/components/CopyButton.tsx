import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Hint } from './Hint.tsx';
import { Icon } from './Icon.tsx';
import { t, type Label } from '../language/t.ts';

type CopyButtonProps = { text: string; what: Label; onCopied?: () => void };

export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <Hint label={copied ? t('Copied') : t('Copy {what}', { what })}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={copied ? t('Copied') : t('Copy {what}', { what })}
        onClick={(event) => {
          event.stopPropagation();
          copy(text);
          onCopied?.();
        }}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Hint>
  );
}
