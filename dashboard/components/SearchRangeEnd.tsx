import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';
import { formatTime } from '../format/format.ts';
import classes from './Pager.module.css';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';

type SearchedBackProps = { time: string };

/** The end of a list of which the server searched the newest part only. */
export function SearchRangeEnd({ time }: SearchedBackProps) {
  return (
    <div className={classes['searched']} role="status">
      <span>{t('Searched back to {time}.', { time: formatTime('moment', time) })}</span>
      <SearchOlder time={time} />
    </div>
  );
}

/** An empty list of which the server searched the newest part only. */
export function NothingInSearchRange({ time }: SearchedBackProps) {
  return (
    <EmptyState
      icon="search"
      title={t('No results in the searched period')}
      text={t('Searched back to {time}.', { time: formatTime('moment', time) })}
      action={<SearchOlder time={time} />}
    />
  );
}

function SearchOlder({ time }: SearchedBackProps) {
  const { change } = useUrlState();
  return (
    <Button variant="default" size="xs" onClick={() => change({ to: time, offset: undefined }, 'push')}>
      {t('Search further back')}
    </Button>
  );
}
