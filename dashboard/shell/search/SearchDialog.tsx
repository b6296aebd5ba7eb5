import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import { retryFailingQueries } from '../../api/queryClient.ts';
import { Icon } from '../../components/Icon.tsx';
import { visibleError } from '../../hooks/useQueryData.tsx';
import { useLoadingStage } from '../../hooks/useLoadingStage.ts';
import { clearEarlySearch, readEarlySearch } from '../EarlySearchInput.tsx';
import { recordSearchQuery } from './api.ts';
import { listSearchOptions, type SearchOption } from './options.ts';
import { listRecentRecords, rememberRecentRecord } from './recentRecords.ts';
import { searchOptionId, SearchResults } from './SearchResults.tsx';
import classes from './Search.module.css';
import { t } from '../../language/t.ts';

const SETTLE_MS = 120;

/** Finds records, pages and actions from anywhere, by keyboard. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(() => readEarlySearch().text);
  useEffect(clearEarlySearch, []);
  const dialog = useShown(onClose);
  const { options, isLoading, error, retry } = useOptions(text.trim());
  const [at, setAt] = useState(0);
  const chosen = Math.min(at, options.length - 1);
  const go = useGo(onClose);
  const enter = useEnter(isLoading, options[chosen], go);
  return (
    <dialog ref={dialog} className={classes['dialog']} aria-label={t('Search')}>
      <div className={classes['field']}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t('Search for records, pages and actions')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? LIST : undefined}
          aria-activedescendant={options.length > 0 ? searchOptionId(chosen) : undefined}
          // Without this attribute, Escape would also close a drawer behind the dialog.
          data-mantine-stop-propagation="true"
          placeholder={t('Search or jump to …')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') enter(event);
            else moveBy(event, { from: chosen, count: options.length }, setAt);
          }}
        />
        <button type="button" className={classes['close']} onClick={onClose}>
          {t('Close')}
        </button>
      </div>
      <SearchResults
        id={LIST}
        typed={text.trim()}
        options={options}
        chosen={chosen}
        isLoading={isLoading}
        error={error}
        onRetry={retry}
        onChoose={go}
        onMove={setAt}
      />
    </dialog>
  );
}

const LIST = 'search-results';

function useShown(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return undefined;
    const closeOutside = (event: MouseEvent) => event.target === shown && onClose();
    shown.addEventListener('close', onClose);
    shown.addEventListener('click', closeOutside);
    shown.showModal();
    return () => {
      shown.removeEventListener('close', onClose);
      shown.removeEventListener('click', closeOutside);
      shown.close();
    };
  }, [onClose]);
  return dialog;
}

function useOptions(typed: string) {
  const may = useMay();
  const { user } = useMe();
  const [settled] = useDebouncedValue(typed, SETTLE_MS);
  const client = useQueryClient();
  const mayFind = may('GET /search');
  const query = useQuery({ ...recordSearchQuery(settled), enabled: mayFind && settled !== '' });
  const isLoading =
    mayFind && typed !== '' && (typed !== settled || query.isFetching) && visibleError(query) === null;
  const isOld = useLoadingStage(query.isPlaceholderData) !== 'short';
  const error = visibleError(query);
  const found = typed === '' || error || isOld ? [] : (query.data?.found ?? []);
  const options = listSearchOptions({ typed, found, recent: listRecentRecords(user.user_id), may });
  const retry = () => void retryFailingQueries(client);
  return { options, isLoading, error: typed === '' ? null : error, retry };
}

function useGo(onClose: () => void) {
  const router = useRouter();
  const { user } = useMe();
  return (option: SearchOption) => {
    if (option.group !== 'Actions') rememberRecentRecord(user.user_id, option);
    onClose();
    router.history.push(option.address);
  };
}

/** Opens the chosen option on Enter. While results load, Enter opens the first result when it arrives. */
function useEnter(isLoading: boolean, chosen: SearchOption | undefined, go: (option: SearchOption) => void) {
  const [isAwaited, setIsAwaited] = useState(() => readEarlySearch().isEntered);
  useEffect(() => {
    if (!isAwaited || isLoading) return;
    setIsAwaited(false);
    if (chosen) go(chosen);
  }, [isAwaited, isLoading, chosen, go]);
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (chosen) go(chosen);
    else setIsAwaited(isLoading);
  };
}

function moveBy(
  event: KeyboardEvent,
  { from, count }: { from: number; count: number },
  move: (at: number) => void,
): void {
  const steps: Partial<Record<string, number>> = { ArrowDown: from + 1, ArrowUp: from - 1 + count };
  const to = steps[event.key];
  if (to === undefined || count === 0) return;
  event.preventDefault();
  move(to % count);
}
