import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useReview, type CatalogueEntry } from './api.ts';
import classes from './Catalogue.module.css';
import { ProcedureCard } from './ProcedureCard.tsx';
import { useReviewKeys } from './useReviewKeys.ts';
import { t } from '../../language/t.ts';

const RejectDialog = lazyComponent(async () => (await import('./RejectDialog.tsx')).RejectDialog);

type ReviewListProps = {
  rows: readonly CatalogueEntry[];
  canReview: boolean;
  /** The procedure that a link names. */
  marked: string | undefined;
};

/** Procedures to review one after the other, also by keyboard. */
export function ReviewList({ rows, canReview, marked }: ReviewListProps) {
  const start = Math.max(
    0,
    rows.findIndex(({ id }) => id === marked),
  );
  const [at, setAt] = useState(start);
  const [rejected, setRejected] = useState<CatalogueEntry>();
  const { mutate: review } = useReview();
  const router = useRouter();
  const place = Math.min(at, rows.length - 1);
  const current = rows[place];
  const approve = (procedure: CatalogueEntry) => review({ procedure, review: { status: 'approved' } });
  const go = (to: number) => setAt(Math.max(0, Math.min(to, rows.length - 1)));
  const isOpen = (status: string | undefined, wanted: string) => canReview && status !== wanted;
  useReviewKeys({
    isOff: rejected !== undefined,
    onMove: (by) => go(place + by),
    onApprove: () => current && isOpen(current.status, 'approved') && approve(current),
    onReject: () => current && isOpen(current.status, 'rejected') && setRejected(current),
    onOpen: () =>
      current && void router.navigate({ to: '/sessions', search: { session: current.session_id } }),
  });
  return (
    <>
      <ol className={classes['list']} aria-label={t('Procedures')}>
        {rows.map((row, index) => (
          <Item key={row.id} isCurrent={index === place} onTake={() => setAt(index)}>
            <ProcedureCard
              procedure={row}
              onApprove={isOpen(row.status, 'approved') ? () => approve(row) : undefined}
              onReject={isOpen(row.status, 'rejected') ? () => setRejected(row) : undefined}
            />
          </Item>
        ))}
      </ol>
      {rejected && <RejectDialog procedure={rejected} onClose={() => setRejected(undefined)} />}
    </>
  );
}

type ItemProps = { isCurrent: boolean; onTake: () => void; children: React.ReactNode };

function Item({ isCurrent, onTake, children }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li
      ref={item}
      className={classes['item']}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onTake}
      onFocus={onTake}
    >
      {children}
    </li>
  );
}
