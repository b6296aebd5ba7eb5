import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import classes from './FilterBar.module.css';
import type { Filter } from './filters.ts';
import { FilterChips } from './FilterChips.tsx';
import { Icon } from './Icon.tsx';
import { SavedViews } from './SavedViews.tsx';
import type { ViewList } from './savedViews.ts';
import { TextFilter } from './TextFilter.tsx';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { useIsPhone } from '../hooks/useIsPhone.ts';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';

const loadFilterSheet = async () => (await import('./FilterSheet.tsx')).FilterSheet;
const FilterSheet = lazyComponent(loadFilterSheet);
const loadFilterPopover = async () => (await import('./FilterPopover.tsx')).FilterPopover;
const FilterPopover = lazyComponent(loadFilterPopover);

const PRELOAD_AFTER_MS = 1_000;

type FilterBarProps = {
  filters: readonly Filter[];
  /** The saved views of the list, as tabs above the bar. */
  views?: ViewList | undefined;
  end?: ReactNode;
};

/**
 * The filters of a list, stored in the URL: a search box, a panel with all other filters, and a chip for each filter
 * that is set. A change returns to the first page.
 */
export function FilterBar({ filters, views, end }: FilterBarProps) {
  const { state, change } = useUrlState();
  const search = filters.find(({ kind }) => kind === 'search');
  const fields = filters.filter(({ kind }) => kind !== 'search');
  const set = (name: string, value: string | undefined) => change({ [name]: value, offset: undefined });
  if (filters.length === 0 && !end) return null;
  return (
    <>
      {views && <SavedViews views={views} filters={filters} />}
      <div className={classes['bar']} role="search" aria-label={t('Filters')}>
        {search && (
          <TextFilter
            input={{
              className: classes['search'] ?? '',
              'aria-label': search.label,
              placeholder: search.label,
              leftSection: <Icon name="search" size={14} />,
            }}
            value={state[search.name] ?? ''}
            onSettle={(value) => set(search.name, value)}
          />
        )}
        {fields.length > 0 && <FieldFilters fields={fields} all={filters} />}
        {end && <div className={classes['end']}>{end}</div>}
      </div>
    </>
  );
}

type FieldFiltersProps = { fields: readonly Filter[]; all: readonly Filter[] };

function FieldFilters({ fields, all }: FieldFiltersProps) {
  const { change } = useUrlState();
  const [opened, setOpened] = useState<Opened>();
  const button = useRef<HTMLButtonElement>(null);
  const remove = (names: readonly string[]) =>
    change(Object.fromEntries([...names, 'offset'].map((name) => [name, undefined])));
  const clear = () => remove(all.map(({ name }) => name));
  // Moves the focus to the filter button, because the removed chip had the focus.
  const focusButton = () => button.current?.focus();
  return (
    <>
      <FilterButton ref={button} fields={fields} opened={opened} onOpen={setOpened} onClear={clear} />
      <FilterChips
        fields={fields}
        onOpen={(field) => setOpened({ field })}
        onRemove={(name) => {
          remove([name]);
          focusButton();
        }}
        onClear={() => {
          clear();
          focusButton();
        }}
      />
    </>
  );
}

/** The open filter panel, and the field that gets the focus. */
type Opened = { field?: string };

type FilterButtonProps = {
  ref: RefObject<HTMLButtonElement | null>;
  fields: readonly Filter[];
  opened: Opened | undefined;
  onOpen: (opened: Opened | undefined) => void;
  onClear: () => void;
};

/** The button of the filter panel: a popover, on a phone a sheet. */
function FilterButton({ ref, fields, opened, onOpen, onClear }: FilterButtonProps) {
  const isPhone = useIsPhone();
  // The panel is preloaded shortly after the page, so that it opens without a connection.
  useEffect(() => {
    const load = isPhone ? loadFilterSheet : loadFilterPopover;
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPhone]);
  const close = () => {
    onOpen(undefined);
    ref.current?.focus({ preventScroll: true });
  };
  const panel = { fields, field: opened?.field, onClear, onClose: close };
  return (
    <>
      <Button
        ref={ref}
        variant="default"
        leftSection={<Icon name="filter" size={16} />}
        aria-haspopup="dialog"
        aria-expanded={opened !== undefined}
        onClick={() => onOpen(opened ? undefined : {})}
      >
        {t('Filter')}
      </Button>
      {opened && (isPhone ? <FilterSheet {...panel} /> : <FilterPopover {...panel} button={ref} />)}
    </>
  );
}
