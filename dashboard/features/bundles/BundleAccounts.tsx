import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AccountLink } from '../../components/AccountLink.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { bundleAccountsQuery, type Bundle } from './api.ts';
import classes from './Bundles.module.css';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

/** The accounts that have the bundle, each with a link to the page that can withdraw it. */
export function BundleAccounts({ bundle }: { bundle: Bundle }) {
  const { data, placeholder } = useQueryData(
    useQuery(bundleAccountsQuery(bundle.id)),
    <SkeletonBlock height={56} />,
  );
  if (placeholder) return placeholder;
  if (data.accounts.length === 0) return <NoAccount />;
  return (
    <ul className={classes['given']}>
      {data.accounts.map(({ id, name, seats }) => (
        <li key={id}>
          <Icon name="accounts" />
          <span>
            <AccountLink id={id} name={name} />
            <small>
              {seats === null
                ? t('The whole account')
                : t('{seats, plural, one {# seat} other {# seats}}', { seats })}
            </small>
          </span>
        </li>
      ))}
      {bundle.accounts > data.accounts.length && (
        <li>
          {t('and {accounts, plural, one {# account} other {# accounts}} more', {
            accounts: bundle.accounts - data.accounts.length,
          })}
        </li>
      )}
    </ul>
  );
}

function NoAccount() {
  return (
    <Text size="sm" c="dimmed">
      <T
        text="No account has this bundle yet. Open one of the {accounts} to allocate it."
        accounts={<Link to="/staff/accounts">{t('accounts')}</Link>}
      />
    </Text>
  );
}
