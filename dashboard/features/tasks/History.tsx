import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { shortDate } from '../../format/time.ts';
import type { TaskEntry } from './api.ts';
import classes from './Tasks.module.css';
import { memberLabel } from '../../api/labels.ts';
import { optionText } from './labels.ts';
import { t } from '../../language/t.ts';

const BY: Record<string, string> = {
  api: t('by API key'),
  agent: t('by an agent'),
  integration: t('by integration'),
  session: t('in a session'),
  device: t('on the glasses'),
};

/** The history of a task: the act, its actor, its time and its source. */
export function History({ entries }: { entries: readonly TaskEntry[] }) {
  return (
    <ol className={classes['history']}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <b>{entry.actor.name ?? t('The system')}</b> {BY[entry.actor.kind]} ·{' '}
            <RelativeTime time={entry.created_at} />
          </div>
          <div className={classes['what']}>{describe(entry)}</div>
        </li>
      ))}
    </ol>
  );
}

function describe({ kind, changes }: TaskEntry): ReactNode {
  if (kind === 'created') return t('created the task');
  return Object.entries(changes).map(([member, [from = null, to = null]]) => (
    <div key={member}>{sentenceOf(member, from, to)}</div>
  ));
}

function sentenceOf(member: string, from: string | null, to: string | null): string {
  switch (member) {
    case 'status':
      return `${word(from)} → ${word(to)}`;
    case 'priority':
      return t('priority {from} → {to}', { from: word(from), to: word(to) });
    case 'assigned_to':
      return to === null ? t('unassigned {from}', { from: from ?? '–' }) : t('assigned it to {to}', { to });
    case 'due_date':
      return to === null ? t('removed the due date') : t('due {to}', { to: shortDate(to) });
    case 'title':
      return t('title “{from}” → “{to}”', { from: from ?? '–', to: to ?? '–' });
    case 'session_id':
      return t('linked the session');
    default:
      return t('changed the {member}', { member: memberLabel(member) });
  }
}

function word(value: string | null): string {
  return value === null ? '–' : optionText(value);
}
