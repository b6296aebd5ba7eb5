import { Button } from '@mantine/core';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { toListPage, type ListPageData } from '../../api/list.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { BulkBar } from '../../components/bulk/BulkBar.tsx';
import { BULK_BUTTON } from '../../components/bulk/BulkMenu.tsx';
import {
  createBulkAction,
  REQUESTS_AT_ONCE,
  sendEach,
  type BulkAction,
} from '../../components/bulk/bulkAction.ts';
import { readAllPages } from '../../components/bulk/readAllPages.ts';
import { useBulk } from '../../components/bulk/useBulk.tsx';
import type { MatchingSelection } from '../../hooks/useSelection.ts';
import { earlierReview, type CatalogueProcedure } from './api.ts';
import { RejectProcedureDialog } from './RejectProcedureDialog.tsx';
import { t } from '../../language/t.ts';

type ProceduresBulkBarProps = {
  selection: MatchingSelection<CatalogueProcedure, CatalogueProcedure>;
  page: ListPageData<CatalogueProcedure> | undefined;
  filter: OperationQuery<'GET /procedures'>;
};

/** Approves or rejects the selected procedures. */
export function ProceduresBulkBar({ selection, page, filter }: ProceduresBulkBarProps) {
  const bulk = useBulk();
  const [isRejecting, setRejecting] = useState(false);
  const procedures = selection.matching ?? selection.chosen;
  const start = (review: Decision) => {
    bulk.start(reviewProcedures(procedures, review), selection.clear);
  };
  return (
    <BulkBar
      bulk={bulk}
      label={t('Selected procedures')}
      selection={selection}
      page={page}
      readMatching={(signal) =>
        readAllPages((part) =>
          toListPage('procedures', callApi('GET /procedures', { query: { ...filter, ...part }, signal })),
        )
      }
    >
      <Button {...BULK_BUTTON} onClick={() => start({ status: 'approved', notes: null })}>
        {t('Approve')}
      </Button>
      <Button {...BULK_BUTTON} onClick={() => setRejecting(true)}>
        {t('Reject')}
      </Button>
      {isRejecting && (
        <RejectProcedureDialog
          title={t('Reject {count, plural, one {# procedure} other {# procedures}}', {
            count: procedures.length,
          })}
          draft="reject procedures"
          onReject={(notes) => start({ status: 'rejected', notes })}
          onClose={() => setRejecting(false)}
        />
      )}
    </BulkBar>
  );
}

type Decision = { status: 'approved' | 'rejected'; notes: string | null };

/** Procedures that have the same status already are omitted. */
function reviewProcedures(procedures: readonly CatalogueProcedure[], review: Decision): BulkAction {
  const wanted = procedures.filter(({ status }) => status !== review.status);
  return createBulkAction({
    title: review.status === 'approved' ? t('Approve') : t('Reject'),
    most: REQUESTS_AT_ONCE,
    says: (count) => t('{count, plural, one {# procedure} other {# procedures}} changed', { count }),
    changes: ['procedures', 'home'],
    steps: wanted.map((procedure) => ({
      id: procedure.id,
      name: procedure.title,
      input: { id: procedure.id, body: { ...review, expected: { status: procedure.status } } },
      inverse: { id: procedure.id, body: earlierReview(procedure, review.status) },
    })),
    send: sendEach(({ id, body }) => callApi('PATCH /procedures', { query: { procedure_id: id }, body })),
  });
}
