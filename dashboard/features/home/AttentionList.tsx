import { Link } from '@tanstack/react-router';
import type { Home } from './api.ts';
import { Matters, type Matter } from './Matters.tsx';

export function AttentionList({ home }: { home: Home }) {
  return <Matters matters={listMatters(home)} />;
}

function listMatters({ overdue_tasks, for_admins }: Home): Matter[] {
  const overdue: Matter = {
    id: 'overdue_tasks',
    icon: 'clock',
    tone: 'warn',
    text: (
      <Link to="/tasks" search={{ due: 'overdue' }}>
        {count(overdue_tasks, 'task is', 'tasks are')} overdue
      </Link>
    ),
  };
  const matters = overdue_tasks > 0 ? [overdue] : [];
  return for_admins ? [...matters, ...listForAdmins(for_admins.attention)] : matters;
}

function listForAdmins(attention: NonNullable<Home['for_admins']>['attention']): Matter[] {
  const { failing_endpoints, queued_deletions, failed_deletions, expiring_invitations, pending_procedures } =
    attention;
  const all: (Matter | false)[] = [
    ...failing_endpoints.map(({ id, url, failure_count }): Matter => ({
      id: `failing_endpoint ${id}`,
      icon: 'webhooks',
      tone: 'bad',
      text: (
        <Link to="/webhooks/$endpointId" params={{ endpointId: id }} search={{ state: 'failed' }}>
          {new URL(url).host} failed {count(failure_count, 'delivery', 'deliveries')}
        </Link>
      ),
    })),
    failed_deletions > 0 && {
      id: 'failed_deletions',
      icon: 'trash',
      tone: 'bad',
      text: (
        <Link to="/sessions" search={{ view: 'deletions', state: 'failed' }}>
          The training app refused {count(failed_deletions, 'deletion', 'deletions')}
        </Link>
      ),
    },
    queued_deletions > 0 && {
      id: 'queued_deletions',
      icon: 'trash',
      tone: 'warn',
      text: (
        <Link to="/sessions" search={{ view: 'deletions', state: 'queued' }}>
          {count(queued_deletions, 'deletion waits', 'deletions wait')} for the training app
        </Link>
      ),
    },
    expiring_invitations > 0 && {
      id: 'expiring_invitations',
      icon: 'mail',
      tone: 'warn',
      text: (
        <Link to="/people" search={{ standing: 'invited' }}>
          {count(expiring_invitations, 'invitation ends', 'invitations end')} within two days
        </Link>
      ),
    },
    pending_procedures > 0 && {
      id: 'pending_procedures',
      icon: 'catalogue',
      tone: 'warn',
      text: (
        <Link to="/catalogue">
          {count(pending_procedures, 'procedure waits', 'procedures wait')} for review
        </Link>
      ),
    },
  ];
  return all.filter((matter) => matter !== false);
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
