import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tile } from '../../../components/Tile.tsx';
import { TileGrid } from '../../../components/TileGrid.tsx';
import type { StaffHome } from '../api.ts';
import { T } from '../../../language/T.tsx';
import { t, joinLabels, type Label } from '../../../language/t.ts';

export function StaffTiles({ home }: { home: StaffHome }) {
  const { reviews, accounts, queues, lost_mails } = home;
  const due = sumOf(queues.map((queue) => queue.due));
  return (
    <TileGrid>
      <Tile
        label={t('Apps awaiting review')}
        value={reviews.waiting}
        note={
          reviews.oldest_at !== null && (
            <T text="the oldest {when}" when={<RelativeTime time={reviews.oldest_at} />} />
          )
        }
        link={
          <Link to="/staff/apps" search={{ state: 'waiting' }}>
            {t('Apps awaiting review')}
          </Link>
        }
      />
      <Tile
        label={t('Accounts')}
        value={accounts.total}
        note={accountsNote(accounts)}
        link={<Link to="/staff/accounts">{t('Accounts')}</Link>}
      />
      <Tile
        label={t('Waiting in queues')}
        value={sumOf(queues.map((queue) => queue.depth))}
        note={due > 0 && t('{due} due now', { due })}
        link={<Link to="/staff/queues">{t('Waiting in queues')}</Link>}
      />
      <Tile
        label={t('Undelivered emails, 7 days')}
        value={lost_mails}
        link={
          <Link to="/staff/mails" search={{ state: 'given_up' }}>
            {t('Undelivered emails, 7 days')}
          </Link>
        }
      />
    </TileGrid>
  );
}

function accountsNote({ suspended, fresh }: StaffHome['accounts']): Label {
  return joinLabels([
    suspended > 0 && t('{suspended} suspended', { suspended }),
    fresh > 0 && t('{fresh} new', { fresh }),
  ]);
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
