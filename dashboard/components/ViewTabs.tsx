import classes from './ViewTabs.module.css';
import { useUrlState } from '../hooks/useUrlState.ts';

export type View = { value: string; label: string };

/** The views of a page, each with its own URL; the first is the default. */
export function ViewTabs({ views, label }: { views: readonly View[]; label: string }) {
  const { state, change } = useUrlState();
  const shown = state['view'] ?? views[0]?.value;
  const clear = Object.fromEntries(Object.keys(state).map((name) => [name, undefined]));
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {views.map((view, at) => (
        <button
          key={view.value}
          type="button"
          aria-current={view.value === shown ? 'page' : undefined}
          onClick={() => change({ ...clear, view: at === 0 ? undefined : view.value }, 'push')}
        >
          {view.label}
        </button>
      ))}
    </nav>
  );
}
