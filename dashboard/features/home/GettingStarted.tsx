import { Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import type { Steps } from './api.ts';
import classes from './Home.module.css';

type Step = { done: keyof Steps; label: string; about: string } & (
  { to: NonNullable<LinkProps['to']> } | { href: string }
);

const STEPS: readonly Step[] = [
  { done: 'key', label: 'Create an API key', about: 'With only the scopes it needs.', to: '/keys' },
  {
    done: 'first_call',
    label: 'Make a first call',
    about: 'The reference has it ready to copy.',
    href: '/docs',
  },
  {
    done: 'endpoint',
    label: 'Add a webhook endpoint',
    about: 'Events come to you as they happen.',
    to: '/webhooks',
  },
  {
    done: 'first_event',
    label: 'Receive a first event',
    about: 'Signed, and tried three times.',
    to: '/webhooks',
  },
];

/** Ticks itself off and goes away when all of it is done. */
export function GettingStarted({ steps }: { steps: Steps }) {
  const done = STEPS.filter((step) => steps[step.done]).length;
  if (done === STEPS.length) return null;
  return (
    <section className={classes['started']} aria-label="Getting started">
      <header>
        <Text component="h2" fw={600}>
          Getting started
        </Text>
        <Text size="sm" c="dimmed">
          {done} of {STEPS.length} done
        </Text>
      </header>
      <ol>
        {STEPS.map((step) => (
          <li key={step.done} className={steps[step.done] ? classes['done'] : ''}>
            <Icon name={steps[step.done] ? 'circleCheck' : 'circle'} size={20} />
            <div>
              <StepLink step={step} />
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

function StepLink({ step }: { step: Step }) {
  if ('to' in step) return <Link to={step.to}>{step.label}</Link>;
  return <a href={step.href}>{step.label}</a>;
}
