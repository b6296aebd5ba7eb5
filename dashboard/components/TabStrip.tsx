import classes from './TabStrip.module.css';
import type { Label } from '../language/t.ts';

type StripTab = { key: string; label: Label; isCurrent: boolean; onChoose: () => void };
type StripAction = { label: Label; isDestructive?: boolean; onClick: () => void };

type TabStripProps = {
  label: Label;
  tabs: readonly StripTab[];
  /** A button after the tabs. */
  action?: StripAction | undefined;
};

/** The tabs of a page or a list; on a phone they scroll. */
export function TabStrip({ label, tabs, action }: TabStripProps) {
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {tabs.map(({ key, label: text, isCurrent, onChoose }) => (
        <button key={key} type="button" aria-current={isCurrent ? 'page' : undefined} onClick={onChoose}>
          {text}
        </button>
      ))}
      {action && (
        <button
          type="button"
          data-action={action.isDestructive ? 'destroys' : 'adds'}
          onClick={action.onClick}
        >
          {action.label}
        </button>
      )}
    </nav>
  );
}
