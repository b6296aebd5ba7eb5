import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import { AllocateBundle } from './AllocateBundle.tsx';
import { givenQuery, useWithdraw, type Given } from './api.ts';
import classes from './Bundles.module.css';

/** What the platform gives to this account, to all of it or to some seats. */
export function AllocatedBundles({ account }: { account: AccountDetail }) {
  const { data } = useQuery(givenQuery(account.id));
  const [isGiving, giving] = useDisclosure();
  const [taken, take] = useState<Given>();
  const bundles = data?.bundles ?? [];
  return (
    <>
      {bundles.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          None is allocated.
        </Text>
      )}
      <ul className={classes['given']}>
        {bundles.map((bundle) => (
          <li key={bundle.id}>
            <Icon name="bundle" />
            <span>
              <b>{bundle.name}</b>
              <small>{placesOf(bundle, account)}</small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Withdraw ${bundle.name}`}
              onClick={() => take(bundle)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={giving.open} leftSection={<Icon name="plus" size={14} />}>
        Allocate a bundle
      </Button>
      {isGiving && <AllocateBundle account={account} onClose={giving.close} />}
      {taken && <Withdraw account={account} bundle={taken} onClose={() => take(undefined)} />}
    </>
  );
}

type WithdrawProps = { account: AccountDetail; bundle: Given; onClose: () => void };

function Withdraw({ account, bundle, onClose }: WithdrawProps) {
  const { mutate, isPending } = useWithdraw(onClose);
  return (
    <ConfirmDialog
      title={`Withdraw ${bundle.name}?`}
      text={`From its next request on ${account.name} can use nothing of it any more. It can be allocated again.`}
      verb="Withdraw bundle"
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate({ account_id: account.id, bundle_id: bundle.id })}
      onClose={onClose}
    />
  );
}

function placesOf({ seat_ids }: Given, { seat_list }: AccountDetail): string {
  if (seat_ids === null) return 'The whole account';
  const named = seat_list.filter(({ id }) => seat_ids.includes(id));
  return named.map(({ device_name }) => device_name).join(', ');
}
