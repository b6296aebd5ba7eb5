import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../format/format.ts';
import { recentOutcomesText } from '../../format/recentOutcomes.ts';
import type { Home } from './api.ts';
import { pluralUpTo, MOST_COUNTED } from './countedUpTo.ts';
import { AttentionItems, type AttentionItem } from './AttentionItems.tsx';
import { stateLabel } from '../../components/StatusBadge.tsx';
import { inSentence, plural, t } from '../../language/t.ts';

export function AttentionList({ home }: { home: Home }) {
  return <AttentionItems matters={listMatters(home)} />;
}

function listMatters({ overdue_tasks, for_admins }: Home): AttentionItem[] {
  const overdue: AttentionItem = {
    id: 'overdue_tasks',
    icon: 'clock',
    tone: 'warn',
    text: (
      <Link to="/tasks" search={{ due: 'overdue' }}>
        {overdueText(overdue_tasks)}
      </Link>
    ),
  };
  const matters = overdue_tasks > 0 ? [overdue] : [];
  return for_admins ? [...matters, ...listForAdmins(for_admins)] : matters;
}

function overdueText(overdue_tasks: number): string {
  if (overdue_tasks >= MOST_COUNTED)
    return t('{most} or more tasks are overdue', { most: formatNumber(MOST_COUNTED) });
  return t('{overdue_tasks} overdue', { overdue_tasks: plural(overdue_tasks, 'task is', 'tasks are') });
}

type ForAdmins = NonNullable<Home['for_admins']>;

function listForAdmins({ endpoints, attention }: ForAdmins): AttentionItem[] {
  return [...endpoints.map(endpointMatter), ...listDeletions(attention), ...listWaiting(attention)];
}

function endpointMatter({ id, name, url, recent }: ForAdmins['endpoints'][number]): AttentionItem {
  return {
    id: `endpoint ${id}`,
    icon: 'webhooks',
    tone: recent.status === 'failing' ? 'bad' : 'warn',
    text: (
      <Link to="/webhooks/$endpointId" params={{ endpointId: id }}>
        {t('{host} is {status}: {recent}', {
          host: name ?? new URL(url).host,
          status: inSentence(stateLabel(recent.status)),
          recent: recentOutcomesText(recent),
        })}
      </Link>
    ),
  };
}

function listDeletions({ failed_deletions, queued_deletions }: ForAdmins['attention']): AttentionItem[] {
  const all: (AttentionItem | false)[] = [
    failed_deletions > 0 && {
      id: 'failed_deletions',
      icon: 'trash',
      tone: 'bad',
      text: (
        <Link to="/sessions" search={{ view: 'deletions', state: 'failed' }}>
          {t('The training app rejected {failed_deletions}', {
            failed_deletions: pluralUpTo(failed_deletions, plural(failed_deletions, 'deletion', 'deletions')),
          })}
        </Link>
      ),
    },
    queued_deletions > 0 && {
      id: 'queued_deletions',
      icon: 'trash',
      tone: 'warn',
      text: (
        <Link to="/sessions" search={{ view: 'deletions', state: 'queued' }}>
          {t('{queued_deletions} for the training app', {
            queued_deletions: pluralUpTo(
              queued_deletions,
              plural(queued_deletions, 'deletion waits', 'deletions wait'),
            ),
          })}
        </Link>
      ),
    },
  ];
  return all.filter((matter) => matter !== false);
}

function listWaiting({
  expiring_invitations,
  ending_keys,
  pending_procedures,
}: ForAdmins['attention']): AttentionItem[] {
  const all: (AttentionItem | false)[] = [
    expiring_invitations > 0 && {
      id: 'expiring_invitations',
      icon: 'mail',
      tone: 'warn',
      text: (
        <Link to="/people" search={{ standing: 'invited' }}>
          {t('{expiring_invitations} within two days', {
            expiring_invitations: plural(expiring_invitations, 'invitation expires', 'invitations expire'),
          })}
        </Link>
      ),
    },
    ending_keys > 0 && {
      id: 'ending_keys',
      icon: 'keys',
      tone: 'warn',
      text: (
        <Link to="/keys" search={{ status: 'live' }}>
          {t('{ending_keys} within seven days', {
            ending_keys: plural(ending_keys, 'API key expires', 'API keys expire'),
          })}
        </Link>
      ),
    },
    pending_procedures > 0 && {
      id: 'pending_procedures',
      icon: 'catalogue',
      tone: 'warn',
      text: (
        <Link to="/catalogue">
          {t('{pending_procedures} for review', {
            pending_procedures: pluralUpTo(
              pending_procedures,
              plural(pending_procedures, 'procedure waits', 'procedures wait'),
            ),
          })}
        </Link>
      ),
    },
  ];
  return all.filter((matter) => matter !== false);
}
