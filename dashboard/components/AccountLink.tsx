import { Link } from '@tanstack/react-router';
import classes from './AccountLink.module.css';

/** The name of an account, linked to its page for platform staff. */
export function AccountLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/staff/accounts" search={{ account: id }} className={classes['link']}>
      {name}
    </Link>
  );
}
