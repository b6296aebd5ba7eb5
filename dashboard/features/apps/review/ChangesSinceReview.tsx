import { Text } from '@mantine/core';
import type { AppDifference } from './api.ts';
import classes from './Review.module.css';
import { t } from '../../../language/t.ts';

const NAMES = {
  name: 'Name',
  owner_name: t('Developed by'),
  description: t('Description'),
  homepage: t('Homepage'),
  redirect_uris: t('Redirect URIs'),
  scopes: t('Scopes'),
} as const satisfies Record<AppDifference['member'], string>;

type ChangesSinceReviewProps = { differences: readonly AppDifference[] | null; hasNewLogo: boolean };

/** Shows only the members that have changed since the last decision. */
export function ChangesSinceReview({ differences, hasNewLogo }: ChangesSinceReviewProps) {
  if (differences === null) return <Note text={t('First submission: everything is new.')} />;
  if (differences.length === 0)
    return <Note text={hasNewLogo ? t('Only the logo changed.') : t('No changes.')} />;
  return (
    <dl className={classes['differences']}>
      {differences.map(({ member, before, after }) => (
        <div key={member}>
          <dt>{NAMES[member]}</dt>
          <dd>
            {before
              .filter((one) => !after.includes(one))
              .map((one) => (
                <del key={one}>{one}</del>
              ))}
            {after
              .filter((one) => !before.includes(one))
              .map((one) => (
                <ins key={one}>{one}</ins>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}
