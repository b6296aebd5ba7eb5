import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tile } from '../../../components/Tile.tsx';
import { TileGrid } from '../../../components/TileGrid.tsx';
import type { StaffHome } from '../api.ts';

export function StaffTiles({ home }: { home: StaffHome }) {
  const { reviews, accounts, queues, lost_mails } = home;
  const due = sum(queues.map((queue) => queue.due));
  return (
    <TileGrid>
      <Tile
        label="Apps to review"
        value={reviews.waiting}
        note={
          reviews.oldest_at && (
            <>
              the oldest <RelativeTime time={reviews.oldest_at} />
            </>
          )
        }
        link={
          <Link to="/staff/apps" search={{ state: 'waiting' }}>
            Apps to review
          </Link>
        }
      />
      <Tile
        label="Accounts"
        value={accounts.total}
        note={accountsNote(accounts)}
        link={<Link to="/staff/accounts">Accounts</Link>}
      />
      <Tile
        label="Waiting in queues"
        value={sum(queues.map((queue) => queue.depth))}
        note={due > 0 && `${due.toLocaleString('en')} due now`}
        link={<Link to="/staff/queues">Waiting in queues</Link>}
      />
      <Tile
        label="Mails given up, 7 days"
        value={lost_mails}
        link={
          <Link to="/staff/mails" search={{ state: 'given_up' }}>
            Mails given up, 7 days
          </Link>
        }
      />
    </TileGrid>
  );
}

function accountsNote({ suspended, fresh }: StaffHome['accounts']): string {
  return [suspended > 0 && `${suspended} suspended`, fresh > 0 && `${fresh} new`].filter(Boolean).join(', ');
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
