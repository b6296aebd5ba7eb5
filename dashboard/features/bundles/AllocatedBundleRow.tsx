import { ActionIcon } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import type { AllocatedBundle } from './api.ts';
import classes from './Bundles.module.css';
import type { Withdrawal } from './WithdrawBundleDialog.tsx';
import { t } from '../../language/t.ts';

type Seat = AccountDetail['seat_list'][number];
type AllocatedBundleRowProps = {
  bundle: AllocatedBundle;
  seats: readonly Seat[];
  onWithdraw: (taken: Withdrawal) => void;
};

/** A bundle that is allocated to the whole account, or to single seats that can be removed one by one. */
export function AllocatedBundleRow({ bundle, seats, onWithdraw }: AllocatedBundleRowProps) {
  const { seat_ids, name } = bundle;
  const given = seats.filter(({ id }) => seat_ids?.includes(id));
  return (
    <li>
      <Icon name="bundle" />
      <span>
        <b>{name}</b>
        {seat_ids === null ? (
          <small>{t('The whole account')}</small>
        ) : (
          <ul className={classes['seats']} aria-label={t('Seats with {name}', { name })}>
            {given.map((seat) => (
              <li key={seat.id}>
                <small>{seatLabel(seat)}</small>
                {given.length > 1 && (
                  <WithdrawButton
                    what={t('{name} from {seat}', { name, seat: seat.device_name })}
                    onClick={() => onWithdraw({ bundle, seat_ids: [seat.id], seat_name: seat.device_name })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </span>
      <WithdrawButton
        what={name}
        isWhole
        onClick={() => onWithdraw(seat_ids === null ? { bundle } : { bundle, seat_ids })}
      />
    </li>
  );
}

function WithdrawButton({
  what,
  isWhole,
  onClick,
}: {
  what: string;
  isWhole?: boolean;
  onClick: () => void;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={isWhole ? 'md' : 'sm'}
      aria-label={t('Withdraw {what}', { what })}
      onClick={onClick}
    >
      <Icon name={isWhole ? 'trash' : 'close'} size={isWhole ? 16 : 12} />
    </ActionIcon>
  );
}

function seatLabel({ device_name, user_name }: Seat): string {
  return user_name ? `${device_name} (${user_name})` : device_name;
}
