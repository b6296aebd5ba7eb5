import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';
import { formatTime } from '../format/format.ts';
import classes from './Pager.module.css';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';

type SearchRangeEndNoticeProps = { time: string };

/** The end of a list of which the server searched only the rows after `time`. */
export function SearchRangeEndNotice({ time }: SearchRangeEndNoticeProps) {
  return (
    <div className={classes['searched']} role="status">
      <span>{t('Searched back to {time}.', { time: formatTime('moment', time) })}</span>
      <SearchOlder time={time} />
    </div>
  );
}

/** The empty state of a list of which the server searched only the rows after `time`. */
export function NothingInSearchRange({ time }: SearchRangeEndNoticeProps) {
  return (
    <EmptyState
      icon="search"
      title={t('No results in the searched period')}
      text={t('Searched back to {time}.', { time: formatTime('moment', time) })}
      action={<SearchOlder time={time} />}
    />
  );
}

function SearchOlder({ time }: SearchRangeEndNoticeProps) {
  const { change } = useUrlState();
  return (
    <Button variant="default" size="xs" onClick={() => change({ to: time, offset: undefined }, 'push')}>
      {t('Search further back')}
    </Button>
  );
}
