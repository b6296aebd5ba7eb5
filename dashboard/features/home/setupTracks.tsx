import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SetupSteps } from './api.ts';
import type { SetupTrackName } from './useDismissedTracks.ts';
import { t } from '../../language/t.ts';

type TrackStep = { done: keyof SetupSteps; link: ReactNode; about: string };
export type SetupTrack = { name: SetupTrackName; title: string; steps: readonly TrackStep[] };

/** The section of the reference with a sample request that creates a task. */
const FIRST_CALL = '/docs#get-api-tenant-tasks';

/** Lists the setup steps for admins who train people, and for developers. */
export function listSetupTracks(endpointId: string | null): SetupTrack[] {
  return [
    { name: 'training', title: t('Training'), steps: TRAINING },
    { name: 'developers', title: t('Developers'), steps: listForDevelopers(endpointId) },
  ];
}

const TRAINING: readonly TrackStep[] = [
  {
    done: 'invited',
    link: (
      <Link to="/people" search={{ new: '1' }}>
        {t('Invite people')}
      </Link>
    ),
    about: t('Invite people one by one or paste a list.'),
  },
  {
    done: 'seat',
    link: <Link to="/seats">{t('Create a seat')}</Link>,
    about: t('Each pair of glasses needs a seat.'),
  },
  {
    done: 'paired',
    link: <Link to="/seats">{t('Pair the glasses')}</Link>,
    about: t('Pair the glasses with a code. The wearer can do this too.'),
  },
  {
    done: 'first_session',
    link: <Link to="/sessions">{t('See a first session')}</Link>,
    about: t('The first session appears when a training starts on the glasses.'),
  },
];

function listForDevelopers(endpointId: string | null): TrackStep[] {
  return [
    {
      done: 'key',
      link: <Link to="/keys">{t('Create an API key')}</Link>,
      about: t('Grant only the scopes that your program needs.'),
    },
    {
      done: 'first_call',
      link: <a href={FIRST_CALL}>{t('Send a first request')}</a>,
      about: t('Copy an example from the API reference.'),
    },
    {
      done: 'endpoint',
      link: <Link to="/webhooks">{t('Add a webhook endpoint')}</Link>,
      about: t('Your system receives events as they happen.'),
    },
    {
      done: 'first_event',
      link: <FirstEvent endpointId={endpointId} />,
      about: endpointId
        ? t('Send a test event to your endpoint.')
        : t('Available when you have an endpoint.'),
    },
  ];
}

function FirstEvent({ endpointId }: { endpointId: string | null }) {
  const words = t('Receive a first event');
  if (endpointId === null) return <Link to="/webhooks">{words}</Link>;
  return (
    <Link to="/webhooks/$endpointId" params={{ endpointId }}>
      {words}
    </Link>
  );
}
