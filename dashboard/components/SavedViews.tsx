import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Filter } from './filters.ts';
import { filterOf, useSavedViews, viewQuery, type ViewList } from './savedViews.ts';
import { TabStrip } from './TabStrip.tsx';
import { lazyComponent } from '../hooks/lazyComponent.tsx';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t, verbatim } from '../language/t.ts';

const SaveViewDialog = lazyComponent(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog);

type SavedViewsProps = { views: ViewList; filters: readonly Filter[] };

/**
 * The views of a list as tabs: all rows, the built-in views, and the views that this user saved. A list without other
 * views has no tabs.
 */
export function SavedViews({ views: { list, builtIn }, filters }: SavedViewsProps) {
  const { state, change } = useUrlState();
  const { views, save, remove } = useSavedViews(list);
  const [isSaving, saving] = useDisclosure();
  const [latest, setLatest] = useState('');
  const names = [...new Set([...filters.map(({ name }) => name), 'sort'])];
  const current = viewQuery(state, names);
  const show = (filter: Readonly<Record<string, string>>) =>
    change(Object.fromEntries([...names, 'offset'].map((name) => [name, filter[name]])), 'push');
  const saved = views.map((view) => ({ ...view, filter: filterOf(view) }));
  const all = [{ name: t('All'), filter: {} }, ...builtIn, ...saved];
  const tabs = all.map(({ name, filter }) => ({
    key: `${name} ${viewQuery(filter, names)}`,
    label: verbatim(name),
    isCurrent: viewQuery(filter, names) === current,
    onChoose: () => {
      setLatest(name);
      show(filter);
    },
  }));
  const shown = saved.find(({ filter }) => viewQuery(filter, names) === current);
  const isKnown = tabs.some(({ isCurrent }) => isCurrent);
  const saveAction = isKnown ? undefined : { label: t('Save this view'), onClick: saving.open };
  const deleteAction = shown && {
    label: t('Delete {name}', { name: shown.name }),
    isDestructive: true,
    onClick: () => {
      remove(shown.name);
      show({});
    },
  };
  return (
    <>
      {(tabs.length > 1 || saveAction) && (
        <TabStrip label={t('Views')} tabs={tabs} action={deleteAction ?? saveAction} />
      )}
      {isSaving && (
        <SaveViewDialog
          name={views.some(({ name }) => name === latest) ? latest : ''}
          onSave={(name) => {
            save({ name, query: current });
            setLatest(name);
            saving.close();
          }}
          onClose={saving.close}
        />
      )}
    </>
  );
}
