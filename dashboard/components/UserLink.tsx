import { Link } from '@tanstack/react-router';
import { useMay } from '../api/me.ts';
import classes from './UserLink.module.css';

/** The name of a user as a link to the user's page. Staff have no such page and see only the name. */
export function UserLink({ user: { user_id, name } }: { user: { user_id: string; name: string } }) {
  const may = useMay();
  if (!may('GET /person')) return <>{name}</>;
  return (
    <Link
      className={classes['link']}
      to="/people/$userId"
      params={{ userId: user_id }}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  );
}
