import { ActionIcon } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { AccountDetail } from '../accounts/api.ts';
import type { Given } from './api.ts';
import classes from './Bundles.module.css';
import type { Taken } from './Withdraw.tsx';

type Seat = AccountDetail['seat_list'][number];
type GivenBundleProps = { bundle: Given; seats: readonly Seat[]; onTake: (taken: Taken) => void };

/** A bundle of the whole account, or of seats that can be taken out one by one. */
export function GivenBundle({ bundle, seats, onTake }: GivenBundleProps) {
  const { seat_ids, name } = bundle;
  const given = seats.filter(({ id }) => seat_ids?.includes(id));
  return (
    <li>
      <Icon name="bundle" />
      <span>
        <b>{name}</b>
        {seat_ids === null ? (
          <small>The whole account</small>
        ) : (
          <ul className={classes['seats']} aria-label={`Seats with ${name}`}>
            {given.map((seat) => (
              <li key={seat.id}>
                <small>{nameOf(seat)}</small>
                {given.length > 1 && (
                  <Take
                    what={`${name} from ${seat.device_name}`}
                    onClick={() => onTake({ bundle, seat_ids: [seat.id], from: seat.device_name })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </span>
      <Take
        what={name}
        is_whole
        onClick={() =>
          onTake(seat_ids === null ? { bundle } : { bundle, seat_ids, from: 'all of these seats' })
        }
      />
    </li>
  );
}

function Take({ what, is_whole, onClick }: { what: string; is_whole?: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={is_whole ? 'md' : 'sm'}
      aria-label={`Withdraw ${what}`}
      onClick={onClick}
    >
      <Icon name={is_whole ? 'trash' : 'close'} size={is_whole ? 16 : 12} />
    </ActionIcon>
  );
}

export function nameOf({ device_name, user_name }: Seat): string {
  return user_name ? `${device_name} (${user_name})` : device_name;
}
