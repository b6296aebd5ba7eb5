import { TabStrip } from './TabStrip.tsx';
import { useUrlState } from '../hooks/useUrlState.ts';
import type { Label } from '../language/t.ts';

export type ViewTab = { value: string; label: Label };

/** The views of a page as tabs. The URL stores the view; the first is the default. */
export function ViewTabs({ views, label }: { views: readonly ViewTab[]; label: Label }) {
  const { state, change } = useUrlState();
  const shown = state['view'] ?? views[0]?.value;
  const clear = Object.fromEntries(Object.keys(state).map((name) => [name, undefined]));
  const tabs = views.map((view, at) => ({
    key: view.value,
    label: view.label,
    isCurrent: view.value === shown,
    onChoose: () => change({ ...clear, view: at === 0 ? undefined : view.value }, 'push'),
  }));
  return <TabStrip label={label} tabs={tabs} />;
}
