import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useMay } from '../api/me.ts';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Header } from './Header.tsx';
import { PollingStarter } from './PollingStarter.tsx';
import { Navigation } from './Navigation.tsx';
import { useLazySearchDialog } from './useLazySearchDialog.ts';
import classes from './Shell.module.css';
import { useGlobalShortcuts } from './useGlobalShortcuts.ts';
import { t } from '../language/t.ts';

// These components are loaded after the page, because the page does not need them at first.
const AccountDeletionNotice = lazyComponent(
  async () => (await import('./AccountDeletionNotice.tsx')).AccountDeletionNotice,
);
const ShortcutsDialog = lazyComponent(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

/** The layout of every page: header, navigation and content. */
export function Shell() {
  const [isNavOpen, nav] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [isSearching, searching] = useDisclosure();
  const Search = useLazySearchDialog();
  const may = useMay();
  useGlobalShortcuts({ onHelp: help.open, onSearch: searching.open });
  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href="#page">
        {t('Skip to content')}
      </a>
      <nav className={classes['navbar']} data-open={isNavOpen || undefined}>
        <Navigation onGo={nav.close} />
      </nav>
      <header className={classes['header']}>
        <Header isNavOpen={isNavOpen} onNav={nav.toggle} onHelp={help.open} onSearch={searching.open} />
      </header>
      <main className={classes['main']} id="page" tabIndex={-1}>
        <AccountDeletionNotice />
        <Outlet />
      </main>
      <ConnectionNotice />
      {may('GET /versions') && <PollingStarter />}
      {isSearching && <Search onClose={searching.close} />}
      {isHelpOpen && <ShortcutsDialog onClose={help.close} />}
    </div>
  );
}
