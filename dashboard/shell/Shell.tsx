import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useMay } from '../api/me.ts';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Header } from './Header.tsx';
import { Polling } from './Polling.tsx';
import { Navigation } from './Navigation.tsx';
import { useSearchDialog } from './useSearchDialog.ts';
import classes from './Shell.module.css';
import { useShortcuts } from './useShortcuts.ts';
import { t } from '../language/t.ts';

// Behind the page: what they tell comes later than it.
const DeletionNotice = lazyComponent(async () => (await import('./DeletionNotice.tsx')).DeletionNotice);
const ShortcutsDialog = lazyComponent(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

/** The frame of every page. */
export function Shell() {
  const [isNavOpen, nav] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [isSearching, searching] = useDisclosure();
  const Search = useSearchDialog();
  const may = useMay();
  useShortcuts({ onHelp: help.open, onSearch: searching.open });
  return (
    <AppShell
      className={classes['shell'] ?? ''}
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isNavOpen } }}
    >
      <a className={classes['skip']} href="#page">
        {t('Skip to content')}
      </a>
      <AppShell.Navbar className={classes['navbar'] ?? ''}>
        <Navigation onGo={nav.close} />
      </AppShell.Navbar>
      <AppShell.Header className={classes['header'] ?? ''}>
        <Header isNavOpen={isNavOpen} onNav={nav.toggle} onHelp={help.open} onSearch={searching.open} />
      </AppShell.Header>
      <AppShell.Main id="page" tabIndex={-1}>
        <DeletionNotice />
        <Outlet />
      </AppShell.Main>
      <ConnectionNotice />
      {may('GET /versions') && <Polling />}
      {isSearching && <Search onClose={searching.close} />}
      {isHelpOpen && <ShortcutsDialog isOpen onClose={help.close} />}
    </AppShell>
  );
}
