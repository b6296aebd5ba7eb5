import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListBody, usePage } from '../../../components/ListPage.tsx';
import { useUrlState } from '../../../hooks/useUrlState.ts';
import { t } from '../../../language/t.ts';
import { auditQuery } from '../../audit/api.ts';
import { AUDIT_COLUMNS } from '../../audit/columns.tsx';

/** The audit entries of changes by the user, or of changes to the user. */
export function UserAudit({ user_id }: { user_id: string }) {
  const { state, change } = useUrlState();
  const isTarget = state['view'] === 'about';
  const query = useQuery(
    auditQuery({ ...(isTarget ? { target_id: user_id } : { actor_id: user_id }), ...usePage() }),
  );
  return (
    <>
      <Group mb="md">
        <SegmentedControl
          aria-label={t('View')}
          size="sm"
          value={isTarget ? 'about' : 'by'}
          onChange={(next) => change({ view: next === 'about' ? next : undefined, offset: undefined })}
          data={[
            { value: 'by', label: t('By this person') },
            { value: 'about', label: t('About this person') },
          ]}
        />
      </Group>
      <ListBody
        title={t('Audit log')}
        query={query}
        columns={AUDIT_COLUMNS}
        rowKey={({ id }) => id}
        empty={{
          icon: 'audit',
          title: t('No entries yet'),
          text: t('Changes by this person and about this person appear here.'),
        }}
      />
    </>
  );
}
