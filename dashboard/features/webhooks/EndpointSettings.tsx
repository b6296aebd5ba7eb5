import { Id } from '../../components/Id.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ScopeList } from '../../components/ScopeList.tsx';
import { Facts } from '../../components/SideDrawer.tsx';
import type { Endpoint } from './api.ts';
import { EndpointSecret } from './EndpointSecret.tsx';
import { t } from '../../language/t.ts';

export function EndpointSettings({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <Panel title={t('Endpoint')}>
        <Facts
          rows={[
            [t('Name'), endpoint.name ?? '–'],
            ['URL', <Id key="url" id={endpoint.url} what="URL" />],
            [t('Events'), <ScopeList key="events" scopes={endpoint.events} />],
            [t('Id'), <Id key="id" id={endpoint.id} />],
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
