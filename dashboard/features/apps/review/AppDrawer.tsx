import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountLink } from '../../../components/AccountLink.tsx';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { Id } from '../../../components/Id.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Facts, DrawerSection, SideDrawer } from '../../../components/SideDrawer.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { isReviewPending, appState } from '../labels.ts';
import { staffAppQuery, type ReviewDecisionKind, type StaffAppDetail } from './api.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { Differences } from './Differences.tsx';
import { hasNewLogo, Logos } from './Logos.tsx';
import { PastReviews } from './PastReviews.tsx';
import { RedirectHosts, ReviewedScopes } from './Requested.tsx';
import { plural, t } from '../../../language/t.ts';

export function AppDrawer({ client_id, onClose }: { client_id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(
    useQuery(staffAppQuery(client_id)),
    <SkeletonBlock height={320} />,
  );
  const [decision, setDecision] = useState<ReviewDecisionKind>();
  return (
    <SideDrawer title={data?.app.name ?? t('App')} isOpen onClose={onClose}>
      {placeholder}
      {data && (
        <>
          <Decisions detail={data} onDecide={setDecision} />
          <AppBody detail={data} />
        </>
      )}
      {data && decision && (
        <DecideDialog detail={data} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </SideDrawer>
  );
}

function Decisions({
  detail,
  onDecide,
}: {
  detail: StaffAppDetail;
  onDecide: (decision: ReviewDecisionKind) => void;
}) {
  const { status, review } = detail.app;
  const waits = isReviewPending(review);
  return (
    <Group gap="xs" mb="lg">
      {status === 'suspended' && (
        <Button variant="default" onClick={() => onDecide('approve')}>
          {t('Reinstate')}
        </Button>
      )}
      {status !== 'suspended' && waits && <Button onClick={() => onDecide('approve')}>{t('Approve')}</Button>}
      {status !== 'suspended' && waits && (
        <Button variant="default" onClick={() => onDecide('send_back')}>
          {t('Return')}
        </Button>
      )}
      {status === 'active' && (
        <Button variant="default" c="var(--bad)" onClick={() => onDecide('suspend')}>
          {t('Suspend')}
        </Button>
      )}
    </Group>
  );
}

function reachOf({ accounts, tokens }: StaffAppDetail['reach']): string {
  return accounts === 0
    ? t('Not connected yet')
    : `${plural(accounts, 'account')}, ${plural(tokens, 'active token')}`;
}

function AppBody({ detail }: { detail: StaffAppDetail }) {
  const { app, account, differences, reviews, reach } = detail;
  return (
    <>
      <Facts
        rows={[
          [t('Status'), <StatusBadge key="status" state={appState(app)} />],
          [t('Account'), <AccountLink key="account" {...account} />],
          [t('Client id'), <Id key="id" id={app.client_id} what={t('client id')} />],
          [t('Registered'), <RelativeTime key="at" time={app.created_at} />],
          [t('Connected by'), reachOf(reach)],
        ]}
      />
      <Logos {...detail} />
      <DrawerSection title={t('Changed since the last decision')}>
        <Differences differences={differences} hasNewLogo={hasNewLogo(detail)} />
      </DrawerSection>
      {app.status !== 'development' && app.reviewed && (
        <Text size="sm" c="dimmed" mb="lg">
          {t('Until the next approval, customers see the approved version.')}
        </Text>
      )}
      <DrawerSection title={t('Description by the developer')}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} {...(!app.description && { c: 'dimmed' })}>
          {app.description || t('No description')}
        </Text>
        {app.homepage && (
          <Text size="sm" c="dimmed" mt={6}>
            {app.homepage}
          </Text>
        )}
      </DrawerSection>
      <DrawerSection title={t('Requested scopes')}>
        <ReviewedScopes scopes={app.scopes} />
      </DrawerSection>
      <DrawerSection title={t('Redirect URIs of the app')}>
        <RedirectHosts uris={app.redirect_uris} />
      </DrawerSection>
      <DrawerSection title={t('Reviews')}>
        <PastReviews reviews={reviews} />
      </DrawerSection>
    </>
  );
}
