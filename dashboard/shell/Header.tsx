import { Burger } from '@mantine/core';
import { HelpMenu } from './HelpMenu.tsx';
import { UserMenu } from './UserMenu.tsx';
import { ColorSchemeButton } from './ColorSchemeButton.tsx';
import { SearchButton } from './search/SearchButton.tsx';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';

type HeaderProps = { isNavOpen: boolean; onNav: () => void; onHelp: () => void; onSearch: () => void };

export function Header({ isNavOpen, onNav, onHelp, onSearch }: HeaderProps) {
  return (
    <>
      <Burger opened={isNavOpen} onClick={onNav} hiddenFrom="sm" size="sm" aria-label={t('Navigation')} />
      <div className={classes['search']}>
        <SearchButton onClick={onSearch} />
      </div>
      <div className={classes['push']} />
      <HelpMenu onShortcuts={onHelp} />
      <ColorSchemeButton />
      <UserMenu />
    </>
  );
}
