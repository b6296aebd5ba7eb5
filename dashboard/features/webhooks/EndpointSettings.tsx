import { CopyableId } from '../../components/CopyableId.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { FactList } from '../../components/FactList.tsx';
import { formatNumber } from '../../format/format.ts';
import type { Endpoint } from './api.ts';
import { EndpointSecret } from './EndpointSecret.tsx';
import { t, verbatim } from '../../language/t.ts';

export function EndpointSettings({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <Panel title={t('Endpoint')}>
        <FactList
          rows={[
            [t('Name'), endpoint.name ?? '–'],
            [verbatim('URL'), <CopyableId key="url" id={endpoint.url} what={verbatim('URL')} />],
            [t('Events'), <ScopeList key="events" scopes={endpoint.events} />],
            [t('Id'), <CopyableId key="id" id={endpoint.id} />],
            [t('Failures since the reset'), formatNumber(endpoint.failure_count)],
            [t('Added'), <RelativeTime key="added" time={endpoint.created_at} />],
          ]}
        />
      </Panel>
      <Panel
        title={t('Signing secret')}
        about={t(
          'This secret signs every delivery. Anyone who has it can forge events, so every reveal is logged.',
        )}
      >
        <EndpointSecret endpoint={endpoint} />
      </Panel>
    </>
  );
}
