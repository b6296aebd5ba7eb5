import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { shortDate } from '../../components/time.ts';
import type { TaskEntry } from './api.ts';
import classes from './Tasks.module.css';

const BY: Record<string, string> = {
  api: 'by API key',
  agent: 'by an agent',
  integration: 'by integration',
  session: 'in a session',
  device: 'on the glasses',
};

/** Who did what, when, and by which way in. */
export function History({ entries }: { entries: readonly TaskEntry[] }) {
  return (
    <ol className={classes['history']}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <b>{entry.actor.name ?? 'The system'}</b> {BY[entry.actor.kind]} ·{' '}
            <RelativeTime time={entry.created_at} />
          </div>
          <div className={classes['what']}>{describe(entry)}</div>
        </li>
      ))}
    </ol>
  );
}

function describe({ kind, changes }: TaskEntry): ReactNode {
  if (kind === 'created') return 'created the task';
  return Object.entries(changes).map(([member, [from = null, to = null]]) => (
    <div key={member}>{sentenceOf(member, from, to)}</div>
  ));
}

function sentenceOf(member: string, from: string | null, to: string | null): string {
  switch (member) {
    case 'status':
      return `${word(from)} → ${word(to)}`;
    case 'priority':
      return `priority ${word(from)} → ${word(to)}`;
    case 'assigned_to':
      return to === null ? `took it from ${from}` : `assigned it to ${to}`;
    case 'due_date':
      return to === null ? 'took the due date out' : `due ${shortDate(to)}`;
    case 'title':
      return `title “${from}” → “${to}”`;
    case 'session_id':
      return 'linked the session';
    default:
      return `changed the ${member.replaceAll('_', ' ')}`;
  }
}

function word(value: string | null): string {
  return (value ?? '–').replaceAll('_', ' ');
}
