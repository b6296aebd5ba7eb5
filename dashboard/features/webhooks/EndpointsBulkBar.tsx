import { Button } from '@mantine/core';
import { bindIdempotencyKeys, callApi } from '../../api/client.ts';
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
import type { Endpoint, EndpointRow } from './api.ts';
import { t } from '../../language/t.ts';

type EndpointsBulkBarProps = {
  selection: MatchingSelection<EndpointRow, Endpoint>;
  page: ListPageData<EndpointRow> | undefined;
  filter: OperationQuery<'GET /endpoints'>;
};

/** Pauses or resumes the selected endpoints. */
export function EndpointsBulkBar({ selection, page, filter }: EndpointsBulkBarProps) {
  const bulk = useBulk();
  const endpoints = selection.matching ?? selection.chosen;
  const start = (which: Switch) => {
    bulk.start(switchEndpoints(endpoints, which), selection.clear);
  };
  return (
    <BulkBar
      bulk={bulk}
      label={t('Selected endpoints')}
      selection={selection}
      page={page}
      readMatching={(signal) => readMatchingEndpoints(filter, signal)}
    >
      <Button {...BULK_BUTTON} onClick={() => start('pause')}>
        {t('Pause')}
      </Button>
      <Button {...BULK_BUTTON} onClick={() => start('resume')}>
        {t('Resume')}
      </Button>
    </BulkBar>
  );
}

function readMatchingEndpoints(
  filter: OperationQuery<'GET /endpoints'>,
  signal: AbortSignal,
): Promise<readonly Endpoint[]> {
  return readAllPages((page) =>
    toListPage('endpoints', callApi('GET /endpoints', { query: { ...filter, ...page }, signal })),
  );
}

type Switch = 'pause' | 'resume';

/** A repeated request has no further effect, so it needs no idempotency key. */
const callWithoutKey = bindIdempotencyKeys(() => undefined);

/** Pauses or resumes endpoints. Endpoints that are in the wanted state already are omitted. */
function switchEndpoints(endpoints: readonly Endpoint[], which: Switch): BulkAction {
  const inverse: Switch = which === 'pause' ? 'resume' : 'pause';
  const wanted = endpoints.filter(({ paused_at }) => (paused_at === null) === (which === 'pause'));
  return createBulkAction({
    title: which === 'pause' ? t('Pause endpoints') : t('Resume endpoints'),
    most: REQUESTS_AT_ONCE,
    says: (count) => t('{count, plural, one {# endpoint} other {# endpoints}} changed', { count }),
    changes: ['endpoints', 'endpoint', 'home'],
    steps: wanted.map(({ id, name, url }) => ({
      id,
      name: name ?? url,
      input: { endpoint_id: id, which },
      inverse: { endpoint_id: id, which: inverse },
    })),
    send: sendEach(({ endpoint_id, which: sent }) =>
      callWithoutKey(`POST /endpoints/${sent}`, { query: { endpoint_id } }),
    ),
  });
}
