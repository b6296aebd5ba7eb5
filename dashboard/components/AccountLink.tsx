import { Link } from '@tanstack/react-router';
import classes from './AccountLink.module.css';

/** For staff: an account by its name, which opens it. */
export function AccountLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/staff/accounts" search={{ account: id }} className={classes['link']}>
      {name}
    </Link>
  );
}
