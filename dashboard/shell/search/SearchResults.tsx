import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { SearchOption } from './options.ts';
import classes from './Search.module.css';
import { t } from '../../language/t.ts';

const GROUPS = {
  Recent: t('Recent'),
  Pages: t('Pages'),
  Actions: t('Actions'),
  Records: t('Records'),
} satisfies Record<SearchOption['group'], string>;

type SearchResultsProps = {
  id: string;
  typed: string;
  options: readonly SearchOption[];
  chosen: number;
  isLoading: boolean;
  error: Error | null;
  onRetry: () => void;
  onChoose: (option: SearchOption) => void;
  onMove: (at: number) => void;
};

export function searchOptionId(at: number): string {
  return `search-result-${at}`;
}

export function SearchResults({
  id,
  typed,
  options,
  error,
  isLoading,
  onRetry,
  ...rest
}: SearchResultsProps) {
  return (
    <>
      {error && !isLoading && (
        <div className={classes['note']} role="alert">
          <span>{t('Records could not be searched. {message}', { message: error.message })}</span>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {options.length > 0 && <Listing id={id} options={options} {...rest} />}
      <p
        className={classes['note']}
        role="status"
        data-quiet={options.length > 0 || error !== null || undefined}
      >
        {error === null && statusOf(typed, options.length, isLoading)}
      </p>
    </>
  );
}

function statusOf(typed: string, count: number, isLoading: boolean): string {
  if (isLoading) return t('Searching …');
  return count === 0
    ? t('No results for “{typed}”', { typed })
    : t('{count, plural, one {# result} other {# results}}', { count });
}

type ListingProps = Pick<SearchResultsProps, 'id' | 'options' | 'chosen' | 'onChoose' | 'onMove'>;

function Listing({ id, options, chosen, onChoose, onMove }: ListingProps) {
  const groups = Map.groupBy(
    options.map((option, at) => ({ option, at })),
    ({ option }) => option.group,
  );
  return (
    <div className={classes['list']} id={id} role="listbox" aria-label={t('Results')}>
      {[...groups].map(([group, rows]) => (
        <div key={group} role="group" aria-label={GROUPS[group]}>
          <div className={classes['group']} aria-hidden="true">
            {GROUPS[group]}
          </div>
          {rows.map(({ option, at }) => (
            <Row
              key={at}
              id={searchOptionId(at)}
              option={option}
              isChosen={at === chosen}
              onChoose={() => onChoose(option)}
              onPoint={() => onMove(at)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type RowProps = {
  id: string;
  option: SearchOption;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

function Row({ id, option: { label, detail, facts, icon }, isChosen, onChoose, onPoint }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const more = [detail, ...facts].filter((fact) => fact !== '').join(' · ');
  return (
    <div
      ref={row}
      id={id}
      className={classes['row']}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
      onMouseMove={onPoint}
    >
      <Icon name={icon} size={16} />
      <span className={classes['text']}>
        <span className={classes['label']}>{label}</span>
        {more !== '' && ' '}
        {more !== '' && <span className={classes['detail']}>{more}</span>}
      </span>
    </div>
  );
}
