import { Button } from '@mantine/core';
import { Icon } from './Icon.tsx';
import classes from './Pager.module.css';
import { useUrlState } from '../hooks/useUrlState.ts';
import { formatNumber } from '../format/format.ts';
import type { ListPageData } from '../api/list.ts';
import { t } from '../language/t.ts';

type PagerProps = { page: ListPageData<unknown> };

export const PAGE_SIZES = [25, 50, 100] as const;

export function Pager({ page }: PagerProps) {
  const { change } = useUrlState();
  const { rows, total, searched_to, limit, offset } = page;
  const end = offset + rows.length;
  const hasMore = page.has_more ?? (total === undefined ? rows.length === limit : end < total);
  const go = (to: number) => change({ offset: to > 0 ? String(to) : undefined }, 'push');
  return (
    <nav className={classes['pager']} aria-label={t('Pages')}>
      <span>
        {formatNumber(offset + 1)}–{formatNumber(end)}
        {total !== undefined &&
          ` ${searched_to ? t('of {total} in the searched period', { total }) : t('of {total}', { total })}`}
      </span>
      {(hasMore || end > PAGE_SIZES[0]) && <PageSize limit={limit} />}
      {(offset > 0 || hasMore) && (
        <span className={classes['buttons']}>
          <Button
            variant="default"
            size="xs"
            disabled={offset === 0}
            onClick={() => go(Math.max(0, offset - limit))}
            leftSection={<Icon name="chevronLeft" size={14} />}
          >
            {t('Previous')}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={!hasMore}
            onClick={() => go(offset + limit)}
            rightSection={<Icon name="chevronRight" size={14} />}
          >
            {t('Next')}
          </Button>
        </span>
      )}
    </nav>
  );
}

/** Renders nothing for a list of cards, whose page size is fixed. */
function PageSize({ limit }: { limit: number }) {
  const { change } = useUrlState();
  if (PAGE_SIZES.every((size) => size !== limit)) return undefined;
  return (
    <label className={classes['size']}>
      {t('Rows')}
      <select
        value={limit}
        onChange={({ currentTarget }) => change({ limit: currentTarget.value, offset: undefined })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  );
}
