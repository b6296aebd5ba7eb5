import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CopyableId } from '../../components/CopyableId.tsx';
import { DrawerSection, FactList } from '../../components/FactList.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { exactTime } from '../../format/time.ts';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { deliveryQuery, useRetryDelivery, type DeliveryRef, type DeliveryView } from './api.ts';
import { DeliveryAttempts } from './DeliveryAttempts.tsx';
import { ResendToEndpointMenu } from './ResendToEndpointMenu.tsx';
import { prefixedEventId } from './labels.ts';
import { t, verbatim } from '../../language/t.ts';

export function DeliveryDrawer({ of: ref, onClose }: { of: DeliveryRef; onClose: () => void }) {
  const { data, placeholder } = useQueryData(useQuery(deliveryQuery(ref)), <SkeletonBlock height={260} />);
  return (
    <SideDrawer
      title={data?.event ?? t('Delivery')}
      onClose={onClose}
      actions={
        data && (
          <>
            <ResendToEndpointMenu delivery={data} />
            <RetryButton delivery={data} />
          </>
        )
      }
    >
      {placeholder}
      {data && <DeliveryBody delivery={data} />}
    </SideDrawer>
  );
}

function RetryButton({ delivery: { event_id, endpoint_id, state } }: { delivery: DeliveryView }) {
  const { mutate, isPending } = useRetryDelivery({ event_id, endpoint_id });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="rotate" size={14} />}
      loading={isPending}
      disabled={state === 'pending'}
      onClick={() => mutate()}
    >
      {t('Retry')}
    </Button>
  );
}

function DeliveryBody({ delivery }: { delivery: DeliveryView }) {
  const { body } = delivery;
  return (
    <>
      <FactList rows={factsOf(delivery)} />
      <DrawerSection title={t('Attempts')}>
        <DeliveryAttempts delivery={delivery} />
      </DrawerSection>
      <DrawerSection title={t('Body')}>
        {body === null ? (
          t('The event was deleted after its retention period.')
        ) : (
          <CodeSnippet
            snippets={[
              { label: t('Readable'), code: JSON.stringify(JSON.parse(body), null, 2) },
              { label: t('As signed'), code: body },
            ]}
          />
        )}
      </DrawerSection>
    </>
  );
}

function factsOf({ state, event_id, url, endpoint_name, created_at, settled_at }: DeliveryView) {
  return [
    [t('Status'), <StatusBadge key="state" state={state} />],
    [t('Event id'), <CopyableId key="event" id={prefixedEventId(event_id)} what={t('event id')} />],
    ...(endpoint_name === null ? [] : [[t('Endpoint'), endpoint_name] as const]),
    [t('Sent to'), <CopyableId key="url" id={url} what={verbatim('URL')} />],
    [t('Created'), exactTime(created_at)],
    [t('Finished'), settled_at === null ? '–' : exactTime(settled_at)],
  ] as const;
}
