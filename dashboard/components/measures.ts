/** The colour of each measure. Every tile and chart uses this table, so a measure looks the same on each page. */
export const MEASURE_COLOURS = {
  sessions: 'var(--chart-1)',
  tasks_created: 'var(--chart-2)',
  tasks_completed: 'var(--chart-3)',
  skills_run: 'var(--chart-4)',
  minutes: 'var(--chart-5)',
  delivered: 'var(--chart-6)',
  calls: 'var(--chart-7)',
  errors: 'var(--bad)',
} as const;

export type Measure = keyof typeof MEASURE_COLOURS;
