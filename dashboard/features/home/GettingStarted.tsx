import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { ForAdmins, Steps } from './api.ts';
import classes from './Home.module.css';
import { useDismissed, type TrackName } from './dismissed.ts';

type Step = { done: keyof Steps; link: ReactNode; about: string };
type Track = { name: TrackName; title: string; steps: readonly Step[] };

/** Where the reference has a list of tasks ready to copy. */
const FIRST_CALL = '/docs#get-api-tenant-tasks';

/** Each track checks off what is there; it goes when all is done, or when it is hidden. */
export function GettingStarted({ home: { steps, newest_endpoint_id } }: { home: ForAdmins }) {
  const { dismissed, dismiss, restore } = useDismissed();
  const open = listTracks(newest_endpoint_id).filter(
    (track) => !track.steps.every(({ done }) => steps[done]),
  );
  const shown = open.filter(({ name }) => !dismissed.includes(name));
  if (open.length === 0) return null;
  if (shown.length === 0) return <Restore onRestore={restore} />;
  return (
    <section className={classes['started']} aria-label="Getting started">
      <Text component="h2" fw={600}>
        Getting started
      </Text>
      {shown.map((track) => (
        <TrackSteps key={track.name} track={track} steps={steps} onDismiss={() => dismiss(track.name)} />
      ))}
    </section>
  );
}

function Restore({ onRestore }: { onRestore: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      mb="xs"
      leftSection={<Icon name="flag" size={14} />}
      onClick={onRestore}
    >
      Show the first steps
    </Button>
  );
}

type TrackStepsProps = { track: Track; steps: Steps; onDismiss: () => void };

function TrackSteps({ track: { title, steps: all }, steps, onDismiss }: TrackStepsProps) {
  const done = all.filter((step) => steps[step.done]).length;
  return (
    <div role="group" aria-label={title} className={classes['track']}>
      <header>
        <Text component="h3" fw={550} size="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {done} of {all.length} done
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={onDismiss}
          aria-label={`Hide: ${title}`}
        >
          Hide
        </Button>
      </header>
      <ol>
        {all.map((step) => (
          <li key={step.done} className={steps[step.done] ? classes['done'] : ''}>
            <Icon name={steps[step.done] ? 'circleCheck' : 'circle'} size={20} />
            <div>
              {step.link}
              <Text size="xs" c="dimmed">
                {steps[step.done] ? 'Done' : step.about}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function listTracks(endpointId: string | null): Track[] {
  return [
    { name: 'training', title: 'Training', steps: TRAINING },
    { name: 'developers', title: 'Developers', steps: listForDevelopers(endpointId) },
  ];
}

const TRAINING: readonly Step[] = [
  {
    done: 'invited',
    link: (
      <Link to="/people" search={{ new: '1' }}>
        Invite people
      </Link>
    ),
    about: 'One by one, or a whole list.',
  },
  { done: 'seat', link: <Link to="/seats">Make a seat</Link>, about: 'One for each pair of glasses.' },
  {
    done: 'paired',
    link: <Link to="/seats">Pair the glasses</Link>,
    about: 'With a code. Who wears them can do it too.',
  },
  {
    done: 'first_session',
    link: <Link to="/sessions">See a first session</Link>,
    about: 'It comes in when somebody starts to train.',
  },
];

function listForDevelopers(endpointId: string | null): Step[] {
  return [
    {
      done: 'key',
      link: <Link to="/keys">Create an API key</Link>,
      about: 'With only the scopes it needs.',
    },
    {
      done: 'first_call',
      link: <a href={FIRST_CALL}>Make a first call</a>,
      about: 'The reference has it ready to copy.',
    },
    {
      done: 'endpoint',
      link: <Link to="/webhooks">Add a webhook endpoint</Link>,
      about: 'Events come to you as they happen.',
    },
    {
      done: 'first_event',
      link: <FirstEvent endpointId={endpointId} />,
      about: endpointId ? 'Send a test event to your endpoint.' : 'As soon as there is an endpoint.',
    },
  ];
}

function FirstEvent({ endpointId }: { endpointId: string | null }) {
  const words = 'Receive a first event';
  if (endpointId === null) return <Link to="/webhooks">{words}</Link>;
  return (
    <Link to="/webhooks/$endpointId" params={{ endpointId }}>
      {words}
    </Link>
  );
}
