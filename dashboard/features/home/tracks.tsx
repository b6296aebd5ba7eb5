import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SetupSteps } from './api.ts';
import type { TrackName } from './dismissed.ts';
import { t } from '../../language/t.ts';

type Step = { done: keyof SetupSteps; link: ReactNode; about: string };
export type Track = { name: TrackName; title: string; steps: readonly Step[] };

/** The place in the reference with a request for tasks to copy. */
const FIRST_CALL = '/docs#get-api-tenant-tasks';

/** The first steps of who trains and of who develops. */
export function listTracks(endpointId: string | null): Track[] {
  return [
    { name: 'training', title: t('Training'), steps: TRAINING },
    { name: 'developers', title: t('Developers'), steps: listForDevelopers(endpointId) },
  ];
}

const TRAINING: readonly Step[] = [
  {
    done: 'invited',
    link: (
      <Link to="/people" search={{ new: '1' }}>
        {t('Invite people')}
      </Link>
    ),
    about: t('One by one, or a whole list.'),
  },
  {
    done: 'seat',
    link: <Link to="/seats">{t('Make a seat')}</Link>,
    about: t('One for each pair of glasses.'),
  },
  {
    done: 'paired',
    link: <Link to="/seats">{t('Pair the glasses')}</Link>,
    about: t('With a code. Who wears them can do it too.'),
  },
  {
    done: 'first_session',
    link: <Link to="/sessions">{t('See a first session')}</Link>,
    about: t('It comes in when somebody starts to train.'),
  },
];

function listForDevelopers(endpointId: string | null): Step[] {
  return [
    {
      done: 'key',
      link: <Link to="/keys">{t('Create an API key')}</Link>,
      about: t('With only the scopes it needs.'),
    },
    {
      done: 'first_call',
      link: <a href={FIRST_CALL}>{t('Make a first call')}</a>,
      about: t('The reference has it ready to copy.'),
    },
    {
      done: 'endpoint',
      link: <Link to="/webhooks">{t('Add a webhook endpoint')}</Link>,
      about: t('Events come to you as they happen.'),
    },
    {
      done: 'first_event',
      link: <FirstEvent endpointId={endpointId} />,
      about: endpointId ? t('Send a test event to your endpoint.') : t('As soon as there is an endpoint.'),
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
