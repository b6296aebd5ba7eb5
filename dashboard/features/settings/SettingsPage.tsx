import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { Page } from '../../components/Page.tsx';
import tabs from '../../components/TabStrip.module.css';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { SECTIONS, type SectionName } from './sections.ts';
import { t } from '../../language/t.ts';

const ProfileSection = lazyComponent(async () => (await import('./ProfileSection.tsx')).ProfileSection);
const SecuritySection = lazyComponent(async () => (await import('./SecuritySection.tsx')).SecuritySection);
const AccountSection = lazyComponent(async () => (await import('./AccountSection.tsx')).AccountSection);
const ExportAccount = lazyComponent(async () => (await import('./ExportAccount.tsx')).ExportAccount);
const DeleteAccount = lazyComponent(async () => (await import('./DeleteAccount.tsx')).DeleteAccount);

const CONTENT: Record<SectionName, ReactNode> = {
  profile: <ProfileSection />,
  security: <SecuritySection />,
  account: <AccountSection />,
  data: <ExportAccount />,
  danger: <DeleteAccount />,
};

/** Each section has its own address. Sections that the user may not use do not exist for them. */
export function SettingsPage() {
  const { section } = useParams({ from: '/settings/$section' });
  const may = useMay();
  const sections = SECTIONS.filter(({ needs }) => may(needs));
  const open = sections.find(({ name }) => name === section);
  if (!open) return <PageNotFound />;
  return (
    <Page title={t('Settings')} about={t('Your profile and security, and the account.')}>
      <nav className={tabs['tabs']} aria-label={t('Sections of the settings')}>
        {sections.map(({ name, label }) => (
          <Link key={name} to="/settings/$section" params={{ section: name }}>
            {label}
          </Link>
        ))}
      </nav>
      {CONTENT[open.name]}
    </Page>
  );
}
