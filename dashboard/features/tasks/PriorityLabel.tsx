import type { Task } from './api.ts';
import classes from './Tasks.module.css';
import { TASK_PRIORITY_OPTIONS } from './labels.ts';

const BARS = { low: 1, medium: 2, high: 3, urgent: 4 };

export function PriorityLabel({ priority }: { priority: Task['priority'] }) {
  const word = TASK_PRIORITY_OPTIONS.find(({ value }) => value === priority)?.label ?? priority;
  return (
    <span className={classes['priority']} data-priority={priority}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 3.6}
            y={12 - bar * 3}
            width="2.4"
            height={bar * 3}
            rx="0.8"
            opacity={bar <= BARS[priority] ? 1 : 0.25}
          />
        ))}
      </svg>
      {word}
    </span>
  );
}
