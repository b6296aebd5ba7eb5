import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { UserLink } from '../../components/UserLink.tsx';
import { shortDate } from '../../format/time.ts';
import type { TaskHistoryEntry } from './api.ts';
import classes from './Tasks.module.css';
import { memberLabelInSentence } from '../../api/labels.ts';
import { optionLabelInSentence } from './labels.ts';
import { t } from '../../language/t.ts';

const BY: Record<string, string> = {
  api: t('by API key'),
  agent: t('by an agent'),
  integration: t('by integration'),
  session: t('in a session'),
  device: t('on the glasses'),
};

/** The history of a task: action, actor, time and source. */
export function TaskHistory({ entries }: { entries: readonly TaskHistoryEntry[] }) {
  return (
    <ol className={classes['history']}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <b>
              <Actor of={entry.actor} />
            </b>{' '}
            {BY[entry.actor.kind]} · <RelativeTime time={entry.created_at} />
          </div>
          <div className={classes['what']}>{describe(entry)}</div>
        </li>
      ))}
    </ol>
  );
}

function Actor({ of: { kind, id, name } }: { of: TaskHistoryEntry['actor'] }) {
  if (name === null) return t('The system');
  return kind === 'user' && id !== null ? <UserLink user={{ user_id: id, name }} /> : name;
}

function describe({ kind, changes }: TaskHistoryEntry): ReactNode {
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
      return t('changed the {member}', { member: memberLabelInSentence(member) });
  }
}

function word(value: string | null): string {
  return value === null ? '–' : optionLabelInSentence(value);
}
