import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../format/format.ts';
import { describeRecentDeliveries } from '../../format/describeRecentDeliveries.ts';
import type { Home } from './api.ts';
import { formatCountUpTo, MOST_COUNTED } from './countedUpTo.ts';
import type { AttentionItem } from './AttentionPanel.tsx';
import { stateLabel } from '../../components/StatusBadge.tsx';
import { t } from '../../language/t.ts';

/** Lists items that need the attention of an admin, most urgent first. */
export function listAttentionItems({ overdue_tasks, for_admins }: Home): AttentionItem[] {
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
  return t('{overdue_tasks, plural, one {# task is overdue} other {# tasks are overdue}}', { overdue_tasks });
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
        {t('{host}: {status}. {recent}', {
          host: name ?? new URL(url).host,
          status: stateLabel(recent.status),
          recent: describeRecentDeliveries(recent),
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
          {t(
            'The training app rejected {failed_deletions, plural, one {{shown} session deletion} other {{shown} session deletions}}',
            {
              failed_deletions,
              shown: formatCountUpTo(failed_deletions),
            },
          )}
        </Link>
      ),
    },
    queued_deletions > 0 && {
      id: 'queued_deletions',
      icon: 'trash',
      tone: 'warn',
      text: (
        <Link to="/sessions" search={{ view: 'deletions', state: 'queued' }}>
          {t(
            '{queued_deletions, plural, one {{shown} deletion waits for the training app} other {{shown} deletions wait for the training app}}',
            {
              queued_deletions,
              shown: formatCountUpTo(queued_deletions),
            },
          )}
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
          {t(
            '{expiring_invitations, plural, one {# invitation expires within two days} other {# invitations expire within two days}}',
            {
              expiring_invitations,
            },
          )}
        </Link>
      ),
    },
    ending_keys > 0 && {
      id: 'ending_keys',
      icon: 'keys',
      tone: 'warn',
      text: (
        <Link to="/keys" search={{ status: 'live' }}>
          {t(
            '{ending_keys, plural, one {# API key expires within seven days} other {# API keys expire within seven days}}',
            {
              ending_keys,
            },
          )}
        </Link>
      ),
    },
    pending_procedures > 0 && {
      id: 'pending_procedures',
      icon: 'catalogue',
      tone: 'warn',
      text: (
        <Link to="/catalogue">
          {t(
            '{pending_procedures, plural, one {{shown} procedure waits for review} other {{shown} procedures wait for review}}',
            {
              pending_procedures,
              shown: formatCountUpTo(pending_procedures),
            },
          )}
        </Link>
      ),
    },
  ];
  return all.filter((matter) => matter !== false);
}
