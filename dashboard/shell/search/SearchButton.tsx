import { Kbd, UnstyledButton } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import classes from './Search.module.css';
import { t } from '../../language/t.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const SEARCH_SHORTCUT_LABEL = isApple ? '⌘ K' : 'Ctrl K';

export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={classes['button'] ?? ''} onClick={onClick} aria-haspopup="dialog">
      <Icon name="search" size={16} />
      <span className={classes['word']}>{t('Search …')}</span>
      <Kbd size="xs" ff="text" visibleFrom="sm" aria-hidden="true">
        {SEARCH_SHORTCUT_LABEL}
      </Kbd>
    </UnstyledButton>
  );
}
