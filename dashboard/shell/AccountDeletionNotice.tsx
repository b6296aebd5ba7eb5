import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useMay } from '../api/me.ts';
import { Icon } from '../components/Icon.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { accountDeletionQuery } from '../features/accounts/deletion/api.ts';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';
import { T } from '../language/T.tsx';

const SETTINGS = '/settings/danger';

/** Shows on every page that the deletion of the account is scheduled, except in the settings, which say it as well. */
export function AccountDeletionNotice() {
  const may = useMay();
  const { data } = useQuery({ ...accountDeletionQuery(), enabled: may('GET /account/deletion') });
  const isInSettings = useRouterState({ select: ({ location }) => location.pathname === SETTINGS });
  if (!data || isInSettings) return null;
  return (
    <div className={classes['deletion']} role="status">
      <Icon name="alert" size={16} />
      <span>
        <T text="This account will be deleted {when}." when={<RelativeTime time={data.due_at} />} />{' '}
        {may('DELETE /account/deletion') && <CancelLink />}
      </span>
    </div>
  );
}

function CancelLink() {
  return (
    <Link to="/settings/$section" params={{ section: 'danger' }}>
      {t('Cancel it in the settings')}
    </Link>
  );
}
