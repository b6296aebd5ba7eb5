import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/me.ts';
import { ListBody, usePage } from '../../../components/ListPage.tsx';
import { t } from '../../../language/t.ts';
import { proceduresQuery } from '../../catalogue/api.ts';
import { ProcedureReviewList } from '../../catalogue/ProcedureReviewList.tsx';

export function UserProcedures({ user_id }: { user_id: string }) {
  const query = useQuery(proceduresQuery({ recorded_by: user_id, ...usePage() }));
  const canReview = useMay()('PATCH /procedures');
  return (
    <ListBody
      title={t('Procedures')}
      query={query}
      columns={SHAPE}
      rowKey={({ id }) => id}
      show={(rows) => <ProcedureReviewList rows={rows} canReview={canReview} linkedId={undefined} />}
      empty={{
        icon: 'catalogue',
        title: t('No procedures yet'),
        text: t('Procedures that this person records in sessions appear here.'),
      }}
    />
  );
}

/** The columns of the loading skeleton. */
const SHAPE = [
  { key: 'procedure', label: t('Procedure'), cell: () => null },
  { key: 'status', label: t('Status'), cell: () => null },
];
