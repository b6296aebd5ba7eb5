import { Link } from '@tanstack/react-router';
import classes from './AccountLink.module.css';

/** For platform staff: the name of an account, linked to its page. */
export function AccountLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/staff/accounts" search={{ account: id }} className={classes['link']}>
      {name}
    </Link>
  );
}
