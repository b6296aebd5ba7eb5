import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AccountLink } from '../../components/AccountLink.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { holdersQuery, type Bundle } from './api.ts';
import classes from './Bundles.module.css';
import { plural, t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

/** Links to the accounts, where the bundle can be withdrawn. */
export function Holders({ bundle }: { bundle: Bundle }) {
  const { data, placeholder } = useQueryData(
    useQuery(holdersQuery(bundle.id)),
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
            <small>{seats === null ? t('The whole account') : plural(seats, 'seat')}</small>
          </span>
        </li>
      ))}
      {bundle.accounts > data.accounts.length && (
        <li>
          {t('and {accounts} more', { accounts: plural(bundle.accounts - data.accounts.length, 'account') })}
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
