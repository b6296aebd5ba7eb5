import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay, useMe } from '../api/me.ts';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { Icon } from '../components/Icon.tsx';
import { NAV_GROUPS, NAV_PAGES, type NavPage } from './navigation.ts';
import { ProductMark } from './ProductMark.tsx';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';

const AccountLogo = lazyComponent(
  async () => (await import('./AccountLogo.tsx')).AccountLogo,
  <ProductMark />,
);

export function Navigation({ onGo }: { onGo: () => void }) {
  const { account } = useMe();
  const may = useMay();
  const pages = NAV_PAGES.filter(({ needs }) => may(needs));
  return (
    <>
      <div className={classes['brand']}>
        {account ? <AccountLogo name={account.name} /> : <ProductMark />}
        <span>{account?.name ?? t('Tenant Ops staff')}</span>
        <CloseButton hiddenFrom="sm" ml="auto" aria-label={t('Close the navigation')} onClick={onGo} />
      </div>
      <nav className={classes['nav']} aria-label={t('Main')}>
        {NAV_GROUPS.map((group) => (
          <Group key={group} name={group} pages={pages.filter((page) => page.group === group)} onGo={onGo} />
        ))}
      </nav>
      <div className={classes['docs']}>
        <a href="/docs/guides" className={classes['link']}>
          <Icon name="knowledge" />
          {t('Documentation')}
        </a>
      </div>
    </>
  );
}

const NAMES = { Account: t('Account'), Developers: t('Developers'), Staff: t('Staff') };

type GroupProps = { name: NavPage['group']; pages: readonly NavPage[]; onGo: () => void };

function Group({ name, pages, onGo }: GroupProps) {
  if (pages.length === 0) return null;
  return (
    <>
      {name !== 'Account' && <p className={classes['group']}>{NAMES[name]}</p>}
      <ul className={classes['links']}>
        {pages.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes['link']}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={onGo}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
