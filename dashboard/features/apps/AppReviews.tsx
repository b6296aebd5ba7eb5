import '@mantine/core/styles/Timeline.layer.css';
import { Button, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { appReviewsQuery, useSubmitAppForReview, type AppReview, type OAuthApp } from './api.ts';
import { isReviewPending } from './labels.ts';
import { t, type Label } from '../../language/t.ts';

const NEXT_STEPS: Record<OAuthApp['status'], Label> = {
  development: t(
    'Only your own account can connect this app. All accounts can connect it after it is approved.',
  ),
  active: t(
    'Approved: all accounts can connect this app. You can remove redirect URIs and scopes but not add any. Customers see changes of the description after the next approval.',
  ),
  suspended: t(
    'Suspended: no account can connect this app, and its tokens do not work. The review below shows the reason.',
  ),
};

export function AppReviews({ app }: { app: OAuthApp }) {
  return (
    <Panel title={t('Review')} about={NEXT_STEPS[app.status]} actions={<SubmitButton app={app} />}>
      <History app={app} />
    </Panel>
  );
}

function SubmitButton({ app }: { app: OAuthApp }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useSubmitAppForReview(app.client_id);
  const { account } = useMe();
  if (isReviewPending(app.review) || !mayBeReviewed(app, account?.name)) return null;
  return (
    <>
      <Button leftSection={<Icon name="send" size={16} />} onClick={() => setIsConfirming(true)}>
        {t('Submit for review')}
      </Button>
      <ConfirmDialog
        title={t('Submit {name} for review?', { name: app.name })}
        text={t(
          'The platform staff reviews its name, description, homepage, redirect URIs and scopes. You get the decision by email.',
        )}
        verb={t('Submit')}
        isHarmless
        isOpen={isConfirming}
        isBusy={isPending}
        onConfirm={() => mutate(undefined, { onSettled: () => setIsConfirming(false) })}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}

/** An active app can be submitted again when it has changes that are not published yet. */
function mayBeReviewed(app: OAuthApp, owner_name: string | undefined): boolean {
  const { status, reviewed, description, homepage } = app;
  if (status !== 'active') return status === 'development';
  return (
    reviewed?.description !== description ||
    reviewed.homepage !== homepage ||
    reviewed.owner_name !== owner_name
  );
}

function History({ app }: { app: OAuthApp }) {
  const { data, placeholder } = useQueryData(
    useQuery(appReviewsQuery(app.client_id)),
    <SkeletonBlock height={120} />,
  );
  if (placeholder) return placeholder;
  const entries = [...data.flatMap(entriesOf), { ...REGISTERED, at: app.created_at }];
  return (
    <Timeline bulletSize={26} lineWidth={1} active={entries.length}>
      {entries.map(({ at, icon, title, notes, color }) => (
        <Timeline.Item key={title + at} bullet={<Icon name={icon} size={14} />} color={color} title={title}>
          {notes && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {notes}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <RelativeTime time={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

type Entry = { at: string; icon: IconName; title: string; notes: string | null; color: string };

const REGISTERED = { icon: 'plus', title: t('Registered'), notes: null, color: 'gray' } as const;

const DECISIONS = {
  approved: { icon: 'check', title: t('Approved'), color: 'teal' },
  sent_back: { icon: 'review', title: t('Returned'), color: 'yellow' },
  withdrawn: { icon: 'close', title: t('Withdrawn'), color: 'gray' },
} as const;

/** Lists the entries newest first, so a decision is above its submission. */
function entriesOf({ submitted_at, decision, decided_at, notes }: AppReview): Entry[] {
  const title = decision === null ? t('Submitted, awaiting decision') : t('Submitted');
  const submitted = { at: submitted_at, icon: 'send', title, notes: null, color: 'blue' } as const;
  if (decision === null || decided_at === null) return [submitted];
  return [{ ...DECISIONS[decision], at: decided_at, notes }, submitted];
}
