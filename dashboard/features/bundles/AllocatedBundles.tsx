import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import { AllocateBundle } from './AllocateBundle.tsx';
import { allocatedBundlesQuery } from './api.ts';
import classes from './Bundles.module.css';
import { AllocatedBundleRow } from './AllocatedBundleRow.tsx';
import { WithdrawBundleDialog, type Withdrawal } from './WithdrawBundleDialog.tsx';
import { t } from '../../language/t.ts';

/** The bundles allocated to an account or to some of its seats. */
export function AllocatedBundles({ account }: { account: AccountDetail }) {
  const { data, placeholder } = useQueryData(
    useQuery(allocatedBundlesQuery(account.id)),
    <SkeletonBlock height={56} />,
  );
  const [isGiving, giving] = useDisclosure();
  const [taken, setTaken] = useState<Withdrawal>();
  if (placeholder) return placeholder;
  return (
    <>
      {data.bundles.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('No bundles. The account has only its own skills and documents.')}
        </Text>
      )}
      <ul className={classes['given']}>
        {data.bundles.map((bundle) => (
          <AllocatedBundleRow
            key={`${bundle.id} ${bundle.seat_ids === null}`}
            bundle={bundle}
            seats={account.seat_list}
            onWithdraw={setTaken}
          />
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={giving.open} leftSection={<Icon name="plus" size={14} />}>
        {t('Allocate a bundle')}
      </Button>
      {isGiving && <AllocateBundle account={account} onClose={giving.close} />}
      {taken && (
        <WithdrawBundleDialog account={account} withdrawal={taken} onClose={() => setTaken(undefined)} />
      )}
    </>
  );
}
