import type { NewTaskRow } from '../../src/features/tasks/sql/tasks.ts';
import { newId } from '../../src/lib/ids.ts';

/** Returns a task row as the use case would write it. */
export function taskRow(now: Date, external_id: string | null = null): NewTaskRow {
  return {
    id: newId(now),
    title: 'Load',
    description: null,
    status: 'open',
    priority: 'medium',
    source: 'api',
    external_id,
    assigned_to: null,
    due_date: null,
    created_at: now,
    completed_at: null,
    session_id: null,
    integration_id: null,
    created_by_kind: 'system',
    created_by_id: null,
  };
}
