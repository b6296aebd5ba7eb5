import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useQueryData } from '../../hooks/useQueryData.tsx';
import { userKeysAndAppsQuery, type Person, type PersonAccess } from './api.ts';
import classes from './People.module.css';
import { t } from '../../language/t.ts';
import { T } from '../../language/T.tsx';

type KeepKeysAndAppsProps = { user: Person; isKept: boolean; onKeep: (keeps: boolean) => void };

/** The keys and apps of a user, with the choice to keep or end them. */
export function KeepKeysAndApps({ user, isKept, onKeep }: KeepKeysAndAppsProps) {
  const { data, placeholder } = useQueryData(
    useQuery(userKeysAndAppsQuery(user.id)),
    <SkeletonBlock height={64} />,
  );
  if (placeholder) return placeholder;
  if (data.keys.length + data.apps.length === 0) return null;
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" fw={550}>
        {isKept ? t('Keeps working:') : t('Stops working immediately:')}
      </Text>
      <KeyAndAppList {...data} />
      <Checkbox
        label={t('Keep these keys and apps')}
        description={t(
          'Anyone who has one of these keys can keep using it. You can revoke keys and disconnect apps later.',
        )}
        checked={isKept}
        onChange={(event) => onKeep(event.currentTarget.checked)}
      />
    </Stack>
  );
}

function KeyAndAppList({ keys, apps }: PersonAccess) {
  return (
    <ul className={classes['keys-and-apps']} aria-label={t('Keys and apps')}>
      {keys.map(({ id, name, last4, last_used_at }) => (
        <li key={id}>
          <span>
            <T text="Key {name} …{last4}" name={<b>{name}</b>} last4={last4} />
          </span>
          <LastUsed at={last_used_at} />
        </li>
      ))}
      {apps.map(({ client_id, name, endpoints, last_used_at }) => (
        <li key={client_id}>
          <span>
            <T text="App {name}" name={<b>{name}</b>} />{' '}
            {endpoints > 0 &&
              t('with {endpoints, plural, one {# endpoint} other {# endpoints}}', { endpoints })}
          </span>
          <LastUsed at={last_used_at} />
        </li>
      ))}
    </ul>
  );
}

function LastUsed({ at }: { at: string | null }) {
  return (
    <Text component="span" size="xs" c="dimmed">
      {at === null ? t('not used') : <T text="used {when}" when={<RelativeTime time={at} />} />}
    </Text>
  );
}
