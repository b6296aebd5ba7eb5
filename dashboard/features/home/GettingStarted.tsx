import { Button, Text } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import type { AdminHome, SetupSteps } from './api.ts';
import classes from './Home.module.css';
import { useDismissedTracks } from './useDismissedTracks.ts';
import { listSetupTracks, type SetupTrack } from './setupTracks.tsx';
import { t } from '../../language/t.ts';

/** Setup steps in two tracks. A track disappears when all of its steps are done, or when the user dismisses it. */
export function GettingStarted({ home: { steps, newest_endpoint_id } }: { home: AdminHome }) {
  const { dismissed, dismiss, restore } = useDismissedTracks();
  const open = listSetupTracks(newest_endpoint_id).filter(
    (track) => !track.steps.every(({ done }) => steps[done]),
  );
  const shown = open.filter(({ name }) => !dismissed.includes(name));
  if (open.length === 0) return null;
  if (shown.length === 0) return <Restore onRestore={restore} />;
  return (
    <section className={classes['started']} aria-label={t('Getting started')}>
      <Text component="h2" fw={600}>
        {t('Getting started')}
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
      {t('Show setup steps')}
    </Button>
  );
}

type TrackStepsProps = { track: SetupTrack; steps: SetupSteps; onDismiss: () => void };

function TrackSteps({ track: { title, steps: all }, steps, onDismiss }: TrackStepsProps) {
  const done = all.filter((step) => steps[step.done]).length;
  return (
    <div role="group" aria-label={title} className={classes['track']}>
      <header>
        <Text component="h3" fw={550} size="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {t('{done} of {count} done', { done, count: all.length })}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={onDismiss}
          aria-label={t('Hide: {title}', { title })}
        >
          {t('Hide')}
        </Button>
      </header>
      <ol>
        {all.map((step) => (
          <li key={step.done} className={steps[step.done] ? classes['done'] : ''}>
            <Icon name={steps[step.done] ? 'circleCheck' : 'circle'} size={20} />
            <div>
              {step.link}
              <Text size="xs" c="dimmed">
                {steps[step.done] ? t('Done') : step.about}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
