import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Selection } from '../../hooks/useSelection.ts';
import { useReviewProcedure, type CatalogueProcedure } from './api.ts';
import classes from './Catalogue.module.css';
import { ProcedureCard } from './ProcedureCard.tsx';
import { useReviewShortcuts } from './useReviewShortcuts.ts';
import { t } from '../../language/t.ts';

const RejectProcedureDialog = lazyComponent(
  async () => (await import('./RejectProcedureDialog.tsx')).RejectProcedureDialog,
);

type ProcedureReviewListProps = {
  rows: readonly CatalogueProcedure[];
  canReview: boolean;
  /** Row selection for bulk actions. */
  selection?: Selection<CatalogueProcedure> | undefined;
  /** The id of the procedure that the URL links to. */
  linkedId: string | undefined;
};

/** A list for reviewing one procedure after the other, also with the keyboard. */
export function ProcedureReviewList({ rows, canReview, selection, linkedId }: ProcedureReviewListProps) {
  const start = Math.max(
    0,
    rows.findIndex(({ id }) => id === linkedId),
  );
  const [at, setAt] = useState(start);
  const [rejected, setRejected] = useState<CatalogueProcedure>();
  const { mutate: review } = useReviewProcedure();
  const { mutateAsync: reject } = useReviewProcedure({ shows_errors_itself: true });
  const router = useRouter();
  const place = Math.min(at, rows.length - 1);
  const current = rows[place];
  const approve = (procedure: CatalogueProcedure) => review({ procedure, review: { status: 'approved' } });
  const go = (to: number) => setAt(Math.max(0, Math.min(to, rows.length - 1)));
  const isOpen = (status: string | undefined, wanted: string) => canReview && status !== wanted;
  useReviewShortcuts({
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
              selection={selection}
              onApprove={isOpen(row.status, 'approved') ? () => approve(row) : undefined}
              onReject={isOpen(row.status, 'rejected') ? () => setRejected(row) : undefined}
            />
          </Item>
        ))}
      </ol>
      {rejected && (
        <RejectProcedureDialog
          title={t('Reject {title}', { title: rejected.title })}
          draft={`reject ${rejected.id}`}
          onReject={(notes) => reject({ procedure: rejected, review: { status: 'rejected', notes } })}
          onClose={() => setRejected(undefined)}
        />
      )}
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
