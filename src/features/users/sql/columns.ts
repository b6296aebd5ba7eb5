import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';

/** Joins the user's oldest seat as `seat`. */
export function withSeat(db: Queryable, account_id: string): Fragment {
  return db`
    left join lateral (
      select seat.id, seat.device_name, seat.roles, seat.device_token_hash is not null as device_token_set
      from seats as seat
      where seat.account_id = ${account_id}
        and seat.user_id = person.id
      order by seat.created_at, seat.id
      limit 1
    ) as seat on true`;
}

// across accounts: columns of a query that filters by account
export function userRoleColumn(db: Queryable): Fragment {
  return db`
    case
      when 'trainer' = any (seat.roles) then 'trainer'
      when seat.id is not null then 'trainee'
      when person.is_admin then 'tenant_admin'
      else 'trainee'
    end`;
}

// across accounts: columns of a query that filters by account
export function userColumns(db: Queryable): Fragment {
  return db`
    person.id,
    person.email,
    person.full_name,
    ${userRoleColumn(db)} as role,
    person.status,
    case
      when seat.id is not null
      then json_build_object(
        'id', seat.id, 'device_name', seat.device_name, 'device_token_set', seat.device_token_set
      )
    end as seat,
    person.last_session_at,
    person.total_sessions::float8 as total_sessions,
    person.total_minutes::float8 as total_minutes,
    person.created_at`;
}
