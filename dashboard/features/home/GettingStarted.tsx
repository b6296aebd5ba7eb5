import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import type { ReactNode } from 'react';
import type { ForAdmins, Steps } from './api.ts';
import classes from './Home.module.css';

type Step = { done: keyof Steps; link: ReactNode; about: string };

/** Where the reference has a list of tasks ready to copy. */
const FIRST_CALL = '/docs#get-api-tenant-tasks';

/** Checks off finished steps and disappears when all are done. */
export function GettingStarted({ home: { steps, newest_endpoint_id } }: { home: ForAdmins }) {
  const all = listSteps(newest_endpoint_id);
  const done = all.filter((step) => steps[step.done]).length;
  if (done === all.length) return null;
  return (
    <section className={classes['started']} aria-label="Getting started">
      <header>
        <Text component="h2" fw={600}>
          Getting started
        </Text>
        <Text size="sm" c="dimmed">
          {done} of {all.length} done
        </Text>
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
    </section>
  );
}

function listSteps(endpointId: string | null): Step[] {
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
