import type { EventData, EventType } from '../../../events/catalogue.ts';

const ID = '00000000-0000-7000-8000-000000000001';

export function sampleEventData<E extends EventType>(event: E, now: Date): EventData<E> {
  return SAMPLES[event](now.toISOString());
}

const statusChange = (at: string): EventData<'task.status_changed'> => ({
  task_id: ID,
  title: 'Replace the filter of pump 7',
  previous_status: 'in_progress',
  new_status: 'completed',
  external_id: 'WO-1042',
  source: 'api',
  integration: null,
  session_id: null,
  changed_by: 'api',
  changed_at: at,
});

const SAMPLES: { [E in EventType]: (at: string) => EventData<E> } = {
  'task.created': (at) => ({
    task_id: ID,
    title: 'Replace the filter of pump 7',
    status: 'open',
    source: 'api',
    external_id: 'WO-1042',
    assigned_to: null,
    created_at: at,
  }),
  'task.status_changed': statusChange,
  'task.completed': (at) => ({
    ...statusChange(at),
    completion_source: 'api',
    completed_at: at,
    session_summary: null,
  }),
  'session.started': (at) => ({
    session_id: ID,
    user_id: ID,
    user_name: 'Jonas Weber',
    seat_id: ID,
    bundle_name: null,
    session_name: 'Start-up of line 2',
    video_url: null,
    started_at: at,
  }),
  'session.completed': (at) => ({
    session_id: ID,
    user_id: ID,
    user_name: 'Jonas Weber',
    status: 'completed',
    started_at: at,
    ended_at: at,
    duration_minutes: 12,
    minutes_consumed: 12,
    video_url: null,
    task_id: null,
    task_title: null,
    session_summary: null,
  }),
  'skill.executed': (at) => ({
    execution_id: ID,
    skill_id: ID,
    skill_name: 'Find a procedure',
    session_id: null,
    user_id: null,
    status: 'success',
    response_target: 'api',
    duration_ms: 180,
    executed_at: at,
  }),
};
