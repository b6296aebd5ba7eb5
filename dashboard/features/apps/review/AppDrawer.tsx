import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountLink } from '../../../components/AccountLink.tsx';
import { SkeletonBlock } from '../../../components/LoadingPlaceholder.tsx';
import { CopyableId } from '../../../components/CopyableId.tsx';
import { DateAndTime } from '../../../components/DateAndTime.tsx';
import { DrawerSection, FactList } from '../../../components/FactList.tsx';
import { SideDrawer } from '../../../components/SideDrawer.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useQueryData } from '../../../hooks/useQueryData.tsx';
import { isReviewPending, appState } from '../labels.ts';
import { staffAppQuery, type ReviewDecisionKind, type AppDetailForStaff } from './api.ts';
import { ReviewDecisionDialog } from './ReviewDecisionDialog.tsx';
import { ChangesSinceReview } from './ChangesSinceReview.tsx';
import { hasNewLogo, LogoComparison } from './LogoComparison.tsx';
import { PastReviews } from './PastReviews.tsx';
import { RedirectHosts, ScopesUnderReview } from './ScopesAndRedirects.tsx';
import { t } from '../../../language/t.ts';

export function AppDrawer({ client_id, onClose }: { client_id: string; onClose: () => void }) {
  const { data, placeholder } = useQueryData(
    useQuery(staffAppQuery(client_id)),
    <SkeletonBlock height={320} />,
  );
  const [decision, setDecision] = useState<ReviewDecisionKind>();
  return (
    <SideDrawer title={data?.app.name ?? t('App')} onClose={onClose}>
      {placeholder}
      {data && (
        <>
          <Decisions detail={data} onDecide={setDecision} />
          <AppBody detail={data} />
        </>
      )}
      {data && decision && (
        <ReviewDecisionDialog detail={data} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </SideDrawer>
  );
}

function Decisions({
  detail,
  onDecide,
}: {
  detail: AppDetailForStaff;
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

function reachOf({ accounts, tokens }: AppDetailForStaff['reach']): string {
  return accounts === 0
    ? t('Not connected yet')
    : t(
        '{accounts, plural, one {# account} other {# accounts}}, {tokens, plural, one {# active token} other {# active tokens}}',
        { accounts, tokens },
      );
}

function AppBody({ detail }: { detail: AppDetailForStaff }) {
  const { app, account, differences, reviews, reach } = detail;
  return (
    <>
      <FactList
        rows={[
          [t('Status'), <StatusBadge key="status" state={appState(app)} />],
          [t('Account'), <AccountLink key="account" {...account} />],
          [t('Client id'), <CopyableId key="id" id={app.client_id} what={t('client id')} />],
          [t('Registered'), <DateAndTime key="at" time={app.created_at} />],
          [t('Connected by'), reachOf(reach)],
        ]}
      />
      <LogoComparison {...detail} />
      <DrawerSection title={t('Changed since the last decision')}>
        <ChangesSinceReview differences={differences} hasNewLogo={hasNewLogo(detail)} />
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
        <ScopesUnderReview scopes={app.scopes} />
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
