import { useQuery } from '@tanstack/react-query';
import { useMay } from '../api/me.ts';
import { Icon } from '../components/Icon.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { accountDeletionQuery } from '../features/accounts/deletion/api.ts';
import classes from './Shell.module.css';
import { t } from '../language/t.ts';
import { T } from '../language/T.tsx';

/** Shows on every page that the deletion of the account is scheduled. */
export function AccountDeletionNotice() {
  const may = useMay();
  const { data } = useQuery({ ...accountDeletionQuery(), enabled: may('GET /account/deletion') });
  if (!data) return null;
  return (
    <div className={classes['deletion']} role="status">
      <Icon name="alert" size={16} />
      <span>
        <T text="This account will be deleted {when}." when={<RelativeTime time={data.due_at} />} />{' '}
        {may('DELETE /account/deletion') && t('You can cancel the deletion in the settings.')}
      </span>
    </div>
  );
}
